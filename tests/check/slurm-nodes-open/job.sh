#!/bin/bash
#SBATCH --nodes=${NODES}
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
srun python train.py
