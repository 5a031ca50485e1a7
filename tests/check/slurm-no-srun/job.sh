#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
source ~/.bashrc
export OMP_NUM_THREADS=8
echo "python train.py"
CUDA_LAUNCH_BLOCKING=1 python -u train.py
