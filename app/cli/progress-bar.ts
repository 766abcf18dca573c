/** The bar that every command draws on a terminal. */
import cliProgress from "cli-progress";
import type { OutputStream } from "./console.ts";

/** `line` stands behind the bar until it is updated. */
export function startBar(stream: OutputStream, total: number, line: string): cliProgress.SingleBar {
  const bar = new cliProgress.SingleBar({
    stream,
    format: "[{bar}] {percentage} % | {line}",
    barsize: 24,
    barCompleteChar: "#",
    barIncompleteChar: ".",
    clearOnComplete: true,
    hideCursor: false,
    // Ctrl+C belongs to the command: a run has to be cancelled first, a reading just ends.
    gracefulExit: false,
  });
  bar.start(total, 0, { line });
  return bar;
}
