#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
LAUNCH="srun --unbuffered"
python prepare.py
$LAUNCH python train.py
