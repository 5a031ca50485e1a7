#!/bin/bash
NODES=2
sbatch <<EOT
#!/bin/bash
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gres=gpu:4
srun python train.py
EOT
