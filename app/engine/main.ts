/**
 * Entry of the engine process. It is always a child with an IPC channel: a native crash ends a run,
 * never the program that asked for it.
 *
 *   argv[2]  path of the native addon
 */
import { failure } from "../contract/result.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { encodeMessage } from "../transport/messages.ts";
import { loadAddon } from "./addon.ts";
import { EngineSession } from "./engine-session.ts";

/** A run that does not end although it should must not outlive its parent for long. */
const patienceMs = 4000;

function main(): void {
  if (process.send === undefined) {
    process.stderr.write("The engine process is started by snapscope; it has no use of its own.\n");
    process.exitCode = 2;
    return;
  }
  const transport = new IpcTransport(process);
  const path = process.argv[2];
  const addon =
    path === undefined
      ? failure("engineUnavailable", "engine process: no path of the addon given")
      : loadAddon(path);
  if (!addon.ok) {
    transport.send(encodeMessage({ kind: "error", error: addon.error }));
    transport.onClose(() => process.exit(1));
    return;
  }
  const session = new EngineSession(transport, addon.value);
  // Nobody listens any more: end the run, which removes its files, and go.
  transport.onClose(() => {
    setTimeout(() => process.exit(1), patienceMs);
    void session.closed().then(() => process.exit(0));
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A terminal sends Ctrl+C to the whole group: the parent cancels too, and collects the end.
    process.on(signal, () => session.cancel());
  }
}

main();
