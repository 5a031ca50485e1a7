#!/bin/bash
#SBATCH --ntasks=8 --ntasks-per-node=8 --gpus-per-task=1
srun python train.py
