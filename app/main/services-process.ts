/**
 * The services process, in either of two forms: a utility process of Electron, which gets its ports
 * handed over, or a forked Node whose path SNAPSCOPE_NODE names, to which main relays the bytes.
 */
import { fork } from "node:child_process";
import { MessageChannelMain, type MessagePortMain, utilityProcess } from "electron";
import { Channels, relay } from "../transport/channels.ts";
import { controlLabel, rpcLabel } from "../transport/host-protocol.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { PortTransport } from "../transport/port-transport.ts";
import type { Transport } from "../transport/transport.ts";

export interface ServicesProcess {
  readonly control: Transport;
  /** Connects a page's port to the RPC. */
  connect(port: MessagePortMain): void;
  /** Hands over an engine's port, under its label; null where engines are started elsewhere. */
  readonly handOver: ((label: string, port: MessagePortMain) => void) | null;
  /** Settles when the process is gone, with why, as far as is known. */
  readonly exited: Promise<string>;
  kill(): void;
}

export function launchServices(entry: string, environment: NodeJS.ProcessEnv): ServicesProcess {
  const node = environment.SNAPSCOPE_NODE;
  return node === undefined || node === "" ? asUtility(entry) : asFork(entry, node, environment);
}

function asUtility(entry: string): ServicesProcess {
  const child = utilityProcess.fork(entry, [], { serviceName: "Snapscope services" });
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage(controlLabel, [port1]);
  return {
    control: new PortTransport(port2),
    connect: (port) => child.postMessage(rpcLabel, [port]),
    handOver: (label, port) => child.postMessage(label, [port]),
    exited: new Promise((resolve) => child.once("exit", (code) => resolve(`exit code ${code}`))),
    kill: () => void child.kill(),
  };
}

function asFork(entry: string, node: string, environment: NodeJS.ProcessEnv): ServicesProcess {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = environment;
  const child = fork(entry, [], { execPath: node, execArgv: [], serialization: "advanced", env });
  const channels = new Channels(new IpcTransport(child), "odd", (_label, channel) =>
    channel.close(),
  );
  return {
    control: channels.open(controlLabel),
    connect: (port) => relay(new PortTransport(port), channels.open(rpcLabel)),
    handOver: null,
    exited: new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) =>
        resolve(signal ? `signal ${signal}` : `exit code ${code}`),
      );
    }),
    kill: () => void child.kill("SIGKILL"),
  };
}
