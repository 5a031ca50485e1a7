#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gres=gpu:8
srun -N $SLURM_JOB_NUM_NODES -n "${SLURM_NTASKS}" python train.py
