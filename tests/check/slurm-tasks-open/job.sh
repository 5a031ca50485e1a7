#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node={{ n }}
#SBATCH --gres=gpu:{{ n }}
srun python train.py
