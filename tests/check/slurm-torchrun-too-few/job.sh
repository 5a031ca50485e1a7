#!/bin/bash
#SBATCH --ntasks-per-node=1 --gres=gpu:4
srun torchrun --standalone --nproc-per-node=2 train.py
