// What the set-up says, always on stderr, and how it fails.

/** A set-up step that failed for a reason the user can act on: shown without a stack trace. */
export class SetupError extends Error {}

export function say(text) {
  process.stderr.write(`snapscope: ${text}\n`);
}

/** Overwrites one line on a terminal; silent elsewhere, so that logs stay short. */
export function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Ksnapscope: ${text}`);
}

export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}

export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
