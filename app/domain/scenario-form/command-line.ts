/** The command line that runs what a form shows, for a POSIX shell. */
import { deviceOfPreset } from "../../contract/device.ts";
import { devicePresetNames } from "../../contract/device-presets.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { differences, sameValue, settingOf } from "./differences.ts";

/** Everything else would be read by the shell, or end the word. */
const plainWord = /^[\w./:=,@%+-]+$/;

export const shellWord = (text: string): string =>
  plainWord.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Lines that end in a backslash are one command to the shell. */
export const shellCommand = (lines: readonly (readonly string[])[]): string =>
  lines.map((words) => words.map(shellWord).join(" ")).join(" \\\n  ");

/** A device that is as its preset has it is said by the preset's name, wherever in the value it stands. */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief);
  if (!(value instanceof Object)) return value;
  const basedOn = "basedOn" in value ? value.basedOn : null;
  const preset = devicePresetNames.find((name) => name === basedOn);
  if (preset !== undefined && sameValue(value, deviceOfPreset(preset))) return { preset };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, brief(part)]));
}

/** What makes `to` out of `from`, each as `--set` reads it. */
export const settingsBetween = (from: Scenario, to: Scenario): readonly string[] =>
  differences(from, to).map(({ path, value }) => settingOf({ path, value: brief(value) }));

/**
 * Words of the command, one array for each line to print: the first names what is run, the others are
 * `--set` with its value. `what` is a preset's name or a file, `from` the scenario that it stands for.
 */
export function commandWords(what: string, from: Scenario, to: Scenario): readonly string[][] {
  const settings = settingsBetween(from, to).map((setting) => ["--set", setting]);
  return [["snapscope", "run", what], ...settings];
}

export const commandLine = (what: string, from: Scenario, to: Scenario): string =>
  shellCommand(commandWords(what, from, to));
