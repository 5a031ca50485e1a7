#!/bin/bash
#SBATCH --nodes=2
#SBATCH --gres=gpu:4
srun --ntasks-per-node=4 python train.py
