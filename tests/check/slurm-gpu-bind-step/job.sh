#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=4
#SBATCH --gpus-per-node=4
head=$(srun --nodes=1 --ntasks=1 hostname)
srun --cpus-per-task=8 \
     --gpu-bind=single:1 \
     python train.py
