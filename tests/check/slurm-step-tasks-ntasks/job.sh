#!/bin/bash
#SBATCH --ntasks=8
#SBATCH --gres=gpu:4
module load cuda
srun --tasks-per-node 4 python train.py --nodes 7 -n 3
