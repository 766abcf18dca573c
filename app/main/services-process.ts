/** The services process: a utility process of Electron, which gets its ports handed over. */
import { MessageChannelMain, type MessagePortMain, utilityProcess } from "electron";
import { controlLabel, rpcLabel } from "../transport/host-messages.ts";
import { PortTransport } from "../transport/port-transport.ts";
import type { Transport } from "../transport/transport.ts";

export interface ServicesProcess {
  readonly control: Transport;
  /** Connects a page's port to the RPC. */
  connect(port: MessagePortMain): void;
  /** Hands over an engine's port, under its label. */
  handOver(label: string, port: MessagePortMain): void;
  /** Settles when the process is gone, with why, as far as is known. */
  readonly exited: Promise<string>;
  kill(): void;
}

export function launchServices(
  entry: string,
  environment: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): ServicesProcess {
  const child = utilityProcess.fork(entry, [], {
    serviceName: "Snapscope services",
    env: environment,
    stdio: "pipe",
  });
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new TextDecoder();
    stream?.on("data", (chunk: Buffer) => onOutput(decoder.decode(chunk, { stream: true })));
  }
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage(controlLabel, [port1]);
  return {
    control: new PortTransport(port2),
    connect: (port) => child.postMessage(rpcLabel, [port]),
    handOver: (label, port) => child.postMessage(label, [port]),
    exited: new Promise((resolve) => child.once("exit", (code) => resolve(`exit code ${code}`))),
    // By force: one that still has to be ended heeds nothing else.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, "SIGKILL");
    },
  };
}
