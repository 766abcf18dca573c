/**
 * Keeps the services running: starts their process, does for it what only main can (engines, PDF),
 * starts it again when it dies, and ends it in order.
 */
import { MessageChannelMain, type WebContents } from "electron";
import type { Failure, Result } from "../contract/result.ts";
import { bridgeChannels } from "../transport/bridge-channels.ts";
import { controlOfMain, type ToMain, type ToServices } from "../transport/host-messages.ts";
import { Deaths } from "./deaths.ts";
import { EngineProcesses } from "./engine-processes.ts";
import { printPdf } from "./pdf-printer.ts";
import { launchServices, type ServicesProcess } from "./services-process.ts";

export interface ServicesHostOptions {
  readonly servicesEntry: string;
  readonly engineEntry: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the user has chosen the file at this path. */
  readonly mayRead: (path: string) => boolean;
  readonly log: (part: string, text: string) => void;
  /** They cannot start at all: nothing in this application works without them. */
  onFailed(error: Failure): void;
  /** They died and run again; pages ask for new connections by themselves. */
  onRestarted(reason: string): void;
  /** They died again and again, and are left alone. */
  onGivenUp(reason: string): void;
}

/** How long the services may take to end their runs and close the library. */
const stopPatienceMs = 10_000;

export class ServicesHost {
  readonly #options: ServicesHostOptions;
  #prints = new Map<number, AbortController>();
  #process: ServicesProcess;
  #send: (message: ToServices) => void = () => undefined;
  #engines: EngineProcesses | null = null;
  readonly #deaths = new Deaths();
  #stopping = false;

  constructor(options: ServicesHostOptions) {
    this.#options = options;
    this.#process = this.#launch();
  }

  connect(page: WebContents): void {
    const { port1, port2 } = new MessageChannelMain();
    this.#process.connect(port1);
    page.postMessage(bridgeChannels.port, null, [port2]);
  }

  /** Settles when the process is gone, in order or by force. */
  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#send({ kind: "stop" });
    const deadline = setTimeout(() => this.#process.kill(), stopPatienceMs);
    await this.#process.exited;
    clearTimeout(deadline);
    this.#engines?.killAll();
  }

  #launch(): ServicesProcess {
    const { servicesEntry, engineEntry, environment, log } = this.#options;
    const launched = launchServices(servicesEntry, environment, (text) => log("services", text));
    const control = controlOfMain(launched.control);
    control.onMessage((message) => this.#receive(message));
    this.#send = (message) => control.send(message);
    this.#engines = new EngineProcesses(engineEntry, {
      handOver: launched.handOver,
      tell: this.#send,
      log: (text) => log("engine", text),
    });
    void launched.exited.then((reason) => this.#died(reason));
    return launched;
  }

  #receive(message: Result<ToMain>): void {
    if (!message.ok) {
      this.#options.log("services", message.error.message);
      return;
    }
    const asked = message.value;
    switch (asked.kind) {
      case "ready":
        return;
      case "failed":
        this.#stopping = true;
        this.#options.onFailed(asked.error);
        return;
      case "startEngine":
        this.#engines?.start(asked.id, asked.addon);
        return;
      case "killEngine":
        this.#engines?.kill(asked.id);
        return;
      case "printPdf":
        void this.#print(asked.id, asked.html);
        return;
      case "askMayRead": {
        const allowed = this.#options.mayRead(asked.path);
        this.#send({ kind: "mayRead", id: asked.id, allowed });
        return;
      }
      case "cancelPrint":
        this.#prints.get(asked.id)?.abort();
    }
  }

  async #print(id: number, html: string): Promise<void> {
    // To who asked: by the time it is printed, another process may use the same id.
    const send = this.#send;
    const prints = this.#prints;
    const abort = new AbortController();
    prints.set(id, abort);
    const printed = await printPdf(html, abort.signal);
    prints.delete(id);
    send(
      printed.ok
        ? { kind: "pdfPrinted", id, pdf: printed.value }
        : { kind: "pdfFailed", id, error: printed.error },
    );
  }

  #died(reason: string): void {
    if (this.#stopping) return;
    this.#options.log("services", `their process ended (${reason})`);
    // Engines without services have nobody to record them; their ports are closed already.
    this.#engines?.killAll();
    for (const print of this.#prints.values()) print.abort();
    this.#prints = new Map();
    if (this.#deaths.isOneTooMany()) {
      this.#options.onGivenUp(reason);
      return;
    }
    this.#process = this.#launch();
    this.#options.onRestarted(reason);
  }
}
