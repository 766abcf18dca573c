/**
 * A study as files for other machines: a scenario for each point, a list of independent commands that
 * write one result each, and a script that runs the list as an array job of Slurm.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { type Study, studyFileName } from "../../contract/study.ts";
import { predictRunMemory } from "../run-memory.ts";

export const commandsFileName = "commands.txt";
export const slurmFileName = "slurm-array.sh";
export const resultsFolderName = "results";

export interface ExportedRun {
  readonly point: number;
  readonly repeat: number;
  /** Resolved, with its seed. */
  readonly scenario: Scenario;
}

export interface SweepFile {
  /** Within the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
}

export interface SweepExport {
  readonly study: Study;
  /** In the order in which they are to be run. */
  readonly runs: readonly ExportedRun[];
  /** How Snapscope is called there, as a shell reads it. */
  readonly program: string;
  /** How a run's file ends. */
  readonly extension: string;
}

export function sweepFiles({ study, runs, program, extension }: SweepExport): SweepFile[] {
  const points = new Map(runs.map(({ point, scenario }) => [point, scenario]));
  const file = (path: string, text: string, isExecutable = false) => ({ path, text, isExecutable });
  return [
    file(studyFileName, json(study)),
    ...[...points].map(([point, scenario]) => file(pointFile(point), json(scenario))),
    file(commandsFileName, runs.map((run) => `${commandOf(run, program, extension)}\n`).join("")),
    file(slurmFileName, slurmScript(study, runs), true),
  ];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const pointFile = (point: number): string => `points/${point}.json`;

/** A result is written whole or not at all, so one that is there need not be computed again. */
function commandOf({ point, repeat, scenario }: ExportedRun, program: string, extension: string) {
  const result = `${resultsFolderName}/${point}-${repeat}${extension}`;
  const run = `${program} run ${pointFile(point)} --seed ${scenario.seed} --export ${result}`;
  return `test -e ${result} || ${run}`;
}

/** Slurm takes arrays of 1001 tasks where nobody has set MaxArraySize, numbered from 0. */
const mostTasks = 1000;
/** What a run takes may be more than was predicted, and Slurm would end it. */
const memoryReserve = 1.5;
const leastMiB = 256;

/** More runs than tasks: each task has every so-many-th line. */
function slurmScript(study: Study, runs: readonly ExportedRun[]): string {
  const tasks = Math.min(runs.length, mostTasks);
  const bytes = Math.max(...runs.map(({ scenario }) => predictRunMemory(scenario).totalBytes));
  const memoryMiB = Math.max(leastMiB, Math.ceil((bytes * memoryReserve) / 2 ** 20));
  return `#!/bin/sh
# ${study.name.replaceAll(/[^\x20-\x7e]/g, "?")}: ${runs.length} runs. Submit it in this folder: sbatch ${slurmFileName}
#SBATCH --job-name=snapscope
#SBATCH --array=1-${tasks}
#SBATCH --cpus-per-task=1
#SBATCH --mem=${memoryMiB}M
#SBATCH --output=slurm-%A_%a.log
cd "\${SLURM_SUBMIT_DIR:-.}" || exit 2
lines=$(wc -l < ${commandsFileName})
line=\${SLURM_ARRAY_TASK_ID:?is set by Slurm, as the number of a line of ${commandsFileName}}
status=0
while [ "$line" -le "$lines" ]; do
  sh -c "$(sed -n "\${line}p" ${commandsFileName})" || status=1
  line=$((line + ${tasks}))
done
exit "$status"
`;
}
