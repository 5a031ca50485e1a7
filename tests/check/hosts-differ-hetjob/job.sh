#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=1 --gres=gpu:2
#SBATCH hetjob
#SBATCH --nodes=2 --ntasks-per-node=1 --gres=gpu:1
srun --het-group=0,1 python train.py
