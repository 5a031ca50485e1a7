#!/bin/bash
#SBATCH --nodes=2
#SBATCH --gres=gpu:4
srun $SRUN_OPTIONS python train.py
