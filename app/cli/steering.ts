/** `--steer`: one JSON command a line on stdin, given to the run as it comes. */
import { createInterface } from "node:readline";
import { type Command, commandSchema } from "../contract/command.ts";
import type { RunEvent } from "../contract/events.ts";
import { parseJsonWith } from "../contract/issues.ts";
import { secondsOf } from "../domain/format/plain-numbers.ts";
import { labelOf } from "../domain/timeline/acts.ts";

/** Returns what ends the reading. A bad line is named and skipped: the run goes on. */
export function steer(
  input: NodeJS.ReadStream,
  send: (command: Command) => void,
  note: (text: string) => void,
): () => void {
  const lines = createInterface({ input, terminal: false });
  let number = 0;
  lines.on("line", (line) => {
    number += 1;
    if (line.trim() === "") return;
    const command = parseJsonWith(commandSchema, line, `stdin line ${number}`);
    if (command.ok) send(command.value);
    else note(`error: ${command.error.message}`);
  });
  return () => {
    lines.close();
    input.destroy();
  };
}

/** What became of a command, since a command itself gets no answer. */
export function describeCommand(event: RunEvent): string | null {
  if (event.kind !== "command") return null;
  const why = event.message ? `: ${event.message}` : "";
  return `${secondsOf(event.atNs / 1e6)} s: ${asGiven(event.command)} ${event.outcome}${why}`;
}

/** A command as it was typed, but for those whose many options say nothing without their names. */
function asGiven(command: Extract<RunEvent, { kind: "command" }>["command"]): string {
  const { kind, ...rest } = command;
  if (kind === "backup" || kind === "restore") return labelOf(command);
  return [kind, ...Object.values(rest).map(String)].join(" ");
}
