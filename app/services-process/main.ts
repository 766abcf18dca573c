/** Entry of the services process, a utility process of Electron to which main opens labelled channels. */
import { createServices, type RunningServices } from "../services/services.ts";
import { controlLabel, rpcLabel } from "../transport/host-messages.ts";
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
      launchEngine: host.launchEngine,
      printPdf: host.printPdf,
      mayRead: host.mayRead,
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
  if (parent === null) {
    report("The services process is started by the Snapscope window; it has no use of its own.");
    process.exitCode = 2;
    return;
  }
  // The window's process is asked to end, and tells us: a signal to the whole group is its affair.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  onPortFromParent(parent, new ServicesProcess().accept);
}

main();
