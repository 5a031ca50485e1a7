#!/bin/bash
# comments and blank lines end nothing

#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
export X=1
#SBATCH --nodes=3
srun python train.py
