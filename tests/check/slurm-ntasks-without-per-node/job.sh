#!/bin/bash
#SBATCH --ntasks=2 --gpus-per-node=2
srun python train.py
