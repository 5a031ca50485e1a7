#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=4
#SBATCH --gres=gpu:a100:4
#SBATCH --gpu-bind=closest
srun python train.py
