/**
 * Opens an address in the user's browser without putting it on a command line, which every user of the
 * machine can read: the browser gets a file that only this user can read, and that leads there.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openers: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  // With a file, as by a double click; no shell whose quoting a path could break.
  win32: "explorer.exe",
};

export interface OpenedFile {
  remove(): void;
}

/** `url` needs no escapes in HTML. The file must stay until the browser has read it. */
export function openInBrowser(
  url: string,
  onFailed: () => void,
  environment: NodeJS.ProcessEnv = process.env,
): OpenedFile {
  // Readable to nobody else, whatever the umask is.
  const folder = mkdtempSync(join(tmpdir(), "snapscope-open-"));
  const file = join(folder, "open.html");
  writeFileSync(file, redirectTo(url), { mode: 0o600, flag: "wx" });
  const child = spawn(openers[process.platform] ?? "xdg-open", [file], {
    stdio: "ignore",
    detached: true,
    env: environment,
  });
  child.on("error", onFailed);
  child.unref();
  return { remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const redirectTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Snapscope</title>
`;
