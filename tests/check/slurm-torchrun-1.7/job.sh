#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gres=gpu:4
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun python -m torch.distributed.run --nnodes "$SLURM_NNODES" --nproc-per-node=4 \
    --rdzv-backend c10d --rdzv-endpoint "$head:29500" train.py
