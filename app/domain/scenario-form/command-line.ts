/** The command line that runs what a form shows, for the shell that it is pasted into. */
import { deviceOfPreset } from "../../contract/device.ts";
import { devicePresetNames } from "../../contract/device-presets.ts";
import type { Shell } from "../../contract/rpc/services.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { differences, sameValue, settingOf } from "./differences.ts";

/** Everything else would be read by the shell, or end the word. */
const plainWord = /^[\w./:=,@%+-]+$/;
const plainOnWindows = /^[\w./\\:=,@+-]+$/;

const posixWord = (text: string): string =>
  plainWord.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A word as a Windows program takes its command line apart: a quote in a word is two, and backslashes before a
 * quote count twice. So a shell sees every character within quotes, but for percent signs: each of those
 * stands between two quotes, which are in no name of a variable.
 */
function windowsWord(text: string): string {
  if (plainOnWindows.test(text)) return text;
  const quoted = text
    .replaceAll(/\\+(?=["%]|$)/g, "$&$&")
    .replaceAll('"', '""')
    .replaceAll("%", '"%"');
  return `"${quoted}"`;
}

/** A command of one or more lines, quoted for a shell. */
export function shellCommand(lines: readonly (readonly string[])[], shell: Shell = "sh"): string {
  if (shell === "sh") {
    // Lines that end in a backslash are one command.
    return lines.map((words) => words.map(posixWord).join(" ")).join(" \\\n  ");
  }
  const [program = "", ...words] = lines.flat().map(windowsWord);
  // What comes after the sign PowerShell hands on as it is, in each of its versions.
  return [program, ...(shell === "powershell" ? ["--%"] : []), ...words].join(" ");
}

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
 * `--set` with its value. `program` is how the command line is called, `what` a preset's name or a file,
 * `from` the scenario that it stands for.
 */
export function commandWords(
  program: readonly string[],
  what: string,
  from: Scenario,
  to: Scenario,
): readonly string[][] {
  const settings = settingsBetween(from, to).map((setting) => ["--set", setting]);
  return [[...program, "run", what], ...settings];
}
