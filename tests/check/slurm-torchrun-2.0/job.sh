#!/bin/bash
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --gres=gpu:4
export OMP_NUM_THREADS=8
srun torchrun --standalone --nproc_per_node 4 train.py --config train.yaml
