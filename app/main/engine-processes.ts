/** Engines as utility processes: only main can start them; their ports go to the services. */
import {
  MessageChannelMain,
  type MessagePortMain,
  type UtilityProcess,
  utilityProcess,
} from "electron";
import { engineLabel, type ToServices } from "../transport/host-messages.ts";
import { OutputTail } from "../transport/output-tail.ts";

export interface EnginesHost {
  handOver(label: string, port: MessagePortMain): void;
  tell(message: ToServices): void;
  log(text: string): void;
}

export class EngineProcesses {
  readonly #entry: string;
  readonly #host: EnginesHost;
  readonly #running = new Map<number, UtilityProcess>();

  constructor(entry: string, host: EnginesHost) {
    this.#entry = entry;
    this.#host = host;
  }

  start(id: number, addon: string): void {
    const engine = utilityProcess.fork(this.#entry, [addon], {
      serviceName: "Snapscope engine",
      stdio: "pipe",
    });
    this.#running.set(id, engine);
    const output = new OutputTail();
    for (const stream of [engine.stdout, engine.stderr]) {
      stream?.on("data", (chunk: Buffer) => output.take(chunk));
    }
    const { port1, port2 } = new MessageChannelMain();
    engine.postMessage("services", [port1]);
    this.#host.handOver(engineLabel(id), port2);
    let spawned = false;
    engine.once("spawn", () => {
      spawned = true;
      this.#host.tell({ kind: "engineStarted", id, pid: engine.pid ?? 0 });
    });
    engine.once("exit", (code) => {
      this.#running.delete(id);
      if (code !== 0) this.#host.log(`ended with exit code ${code}\n${output.text}`);
      if (!spawned) {
        this.#host.tell({ kind: "engineRefused", id, reason: `exit code ${code} at its start` });
        return;
      }
      const exit = { code, signal: null, output: output.text };
      this.#host.tell({ kind: "engineExited", id, exit });
    });
  }

  /** At once: an engine that hangs heeds nothing else. */
  kill(id: number): void {
    const pid = this.#running.get(id)?.pid;
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  }

  killAll(): void {
    for (const id of this.#running.keys()) this.kill(id);
  }
}
