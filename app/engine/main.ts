/**
 * Entry of the engine process. It is always a process of its own: a native crash ends a run, never
 * the program that asked for it. Its channel is the IPC of a forked Node process, or a port that
 * Electron's main process sends to a utility process.
 *
 *   argv[2]  path of the native addon
 */

import { loadAddon } from "../addon/addon.ts";
import { failure } from "../contract/result.ts";
import { channelOfEngine } from "../transport/engine-messages.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { onPortFromParent, parentPort } from "../transport/parent-port.ts";
import type { Transport } from "../transport/transport.ts";
import { EngineSession } from "./engine-session.ts";

/** A run that does not end although it should must not outlive its parent for long. */
const patienceMs = 4000;

function main(): void {
  const parent = parentPort();
  if (parent !== null) {
    onPortFromParent(parent, (_label, transport) => serve(transport));
  } else if (process.send !== undefined) {
    serve(new IpcTransport(process));
  } else {
    process.stderr.write("The engine process is started by snapscope; it has no use of its own.\n");
    process.exitCode = 2;
  }
}

function serve(transport: Transport): void {
  const path = process.argv[2];
  const addon =
    path === undefined
      ? failure("engineUnavailable", "engine process: no path of the addon given")
      : loadAddon(path);
  if (!addon.ok) {
    channelOfEngine(transport).send({ kind: "error", error: addon.error });
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
