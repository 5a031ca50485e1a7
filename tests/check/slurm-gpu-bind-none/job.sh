#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=4
#SBATCH --gpus-per-task=1 --gpu-bind=none
srun python train.py
