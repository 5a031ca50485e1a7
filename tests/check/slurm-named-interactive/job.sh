#!/bin/bash
#SBATCH -J interactive --nodes=1 --ntasks-per-node=2 --gres=gpu:2
srun python train.py
