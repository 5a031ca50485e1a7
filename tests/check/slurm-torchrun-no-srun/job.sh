#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
python prepare.py
torchrun --nnodes=2 --nproc_per_node=4 --rdzv-endpoint "$HEAD:29500" train.py
