#!/bin/sh
# a creation: users: 2 runs. Submit it in this folder: sbatch slurm-array.sh
#SBATCH --job-name=snapscope
#SBATCH --array=1-2
#SBATCH --cpus-per-task=1
#SBATCH --mem=256M
#SBATCH --output=slurm-%A_%a.log
cd "${SLURM_SUBMIT_DIR:-.}" || exit 2
lines=$(wc -l < commands.txt)
line=${SLURM_ARRAY_TASK_ID:?is set by Slurm, as the number of a line of commands.txt}
status=0
while [ "$line" -le "$lines" ]; do
  sh -c "$(sed -n "${line}p" commands.txt)" || status=1
  line=$((line + 2))
done
exit "$status"
