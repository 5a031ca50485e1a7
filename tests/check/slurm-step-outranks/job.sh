#!/bin/bash
#SBATCH -N 2 --ntasks-per-node=4
#SBATCH --gres=gpu:4
srun --ntasks-per-node=1 cp -r data /tmp
srun -N2 -n4 --ntasks-per-node=2 \
     python train.py
srun -n 1 --ntasks-per-node=1 cp -r out home
