/**
 * Entry of the services process under Electron. Main opens labelled channels to it, as ports of a
 * utility process, or over the IPC of a forked Node where the launcher says so.
 */
import { forkEngine } from "../services/engine-launcher.ts";
import { createServices, type RunningServices } from "../services/services.ts";
import { Channels } from "../transport/channels.ts";
import { controlLabel, rpcLabel } from "../transport/host-protocol.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { onPortFromParent, parentPort } from "../transport/parent-port.ts";
import { serveRpc } from "../transport/rpc-server.ts";
import type { Transport } from "../transport/transport.ts";
import { HostClient } from "./host-client.ts";

const report = (text: string) => process.stderr.write(`${text}\n`);

class ServicesProcess {
  /** Null until they run. Connections that come earlier wait, and so does what was sent on them. */
  #services: RunningServices | null = null;
  #early: Transport[] = [];
  #host: HostClient | null = null;
  readonly #canHostEngines: boolean;

  /** `canHostEngines`: main starts engines for us, as it can hand us their ports. */
  constructor(canHostEngines: boolean) {
    this.#canHostEngines = canHostEngines;
  }

  readonly accept = (label: string, channel: Transport): void => {
    if (label === controlLabel) void this.#start(channel);
    else if (label === rpcLabel) this.#serve(channel);
    else this.#host?.acceptEngine(label, channel);
  };

  async #start(control: Transport): Promise<void> {
    const host = new HostClient(control, report);
    this.#host = host;
    host.onStop(() => void this.#stop());
    // Without its window a services process has no purpose; runs under way are marked at its end.
    control.onClose(() => void this.#stop());
    const services = await createServices({
      launchEngine: this.#canHostEngines ? host.launchEngine : forkEngine,
      printPdf: host.printPdf,
      // The page is ours, and names only what its user has picked or dropped.
      allowPaths: true,
    });
    if (!services.ok) {
      host.failed(services.error);
      return;
    }
    this.#services = services.value;
    host.ready();
    for (const channel of this.#early.splice(0)) this.#serve(channel);
  }

  #serve(channel: Transport): void {
    if (this.#services === null) {
      this.#early.push(channel);
      return;
    }
    serveRpc(channel, this.#services, (error, path) =>
      report(`internal error in ${path}: ${error.stack ?? error.message}`),
    );
  }

  async #stop(): Promise<void> {
    await this.#services?.close();
    process.exit(0);
  }
}

function main(): void {
  const parent = parentPort();
  if (parent !== null) {
    onPortFromParent(parent, new ServicesProcess(true).accept);
  } else if (process.send !== undefined) {
    // The window's process is asked to end, and tells us: a signal to the whole group is its affair.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => undefined);
    new Channels(new IpcTransport(process), "even", new ServicesProcess(false).accept);
  } else {
    report("The services process is started by the Snapscope window; it has no use of its own.");
    process.exitCode = 2;
  }
}

main();
