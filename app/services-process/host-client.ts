/** What the services ask of Electron's main process: engines, printed reports, and what the user has chosen. */
import { type Failure, failure, type Result, success } from "../contract/result.ts";
import type { EngineExit, EngineLauncher, LaunchedEngine } from "../services/engine-launcher.ts";
import type { MayRead } from "../services/file-refs.ts";
import type { PdfPrinter } from "../services/pdf-printer.ts";
import {
  controlOfServices,
  engineLabel,
  type ToMain,
  type ToServices,
} from "../transport/host-messages.ts";
import type { Transport } from "../transport/transport.ts";

interface Engine {
  readonly channel: PromiseWithResolvers<Transport>;
  readonly launched: PromiseWithResolvers<Result<LaunchedEngine>>;
  readonly exited: PromiseWithResolvers<EngineExit>;
}

export class HostClient {
  readonly #send: (message: ToMain) => void;
  readonly #engines = new Map<number, Engine>();
  readonly #asked = new Map<number, (allowed: boolean) => void>();
  readonly #prints = new Map<number, (result: Result<Uint8Array>) => void>();
  #lastId = 0;
  #onStop: () => void = () => undefined;

  constructor(control: Transport, report: (text: string) => void) {
    const channel = controlOfServices(control);
    channel.onMessage((message) => {
      if (message.ok) this.#receive(message.value);
      else report(message.error.message);
    });
    this.#send = (message) => channel.send(message);
  }

  ready(): void {
    this.#send({ kind: "ready" });
  }

  failed(error: Failure): void {
    this.#send({ kind: "failed", error });
  }

  onStop(handler: () => void): void {
    this.#onStop = handler;
  }

  /** An engine's channel comes its own way: before or after the word that the engine runs. */
  acceptEngine(label: string, channel: Transport): void {
    for (const [id, engine] of this.#engines) {
      if (engineLabel(id) === label) {
        engine.channel.resolve(channel);
        return;
      }
    }
    channel.close();
  }

  readonly launchEngine: EngineLauncher = (addon) => {
    const id = ++this.#lastId;
    const engine: Engine = {
      channel: Promise.withResolvers(),
      launched: Promise.withResolvers(),
      exited: Promise.withResolvers(),
    };
    this.#engines.set(id, engine);
    this.#send({ kind: "startEngine", id, addon });
    return engine.launched.promise;
  };

  readonly printPdf: PdfPrinter = (html, signal) => {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#prints.set(id, resolve);
      signal?.addEventListener("abort", () => this.#send({ kind: "cancelPrint", id }), {
        once: true,
      });
      this.#send({ kind: "printPdf", id, html });
    });
  };

  readonly mayRead: MayRead = (path) => {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#send({ kind: "askMayRead", id, path });
    });
  };

  #receive(message: ToServices): void {
    switch (message.kind) {
      case "engineStarted":
        this.#started(message.id, message.pid);
        return;
      case "engineRefused":
        this.#refused(message.id, message.reason);
        return;
      case "engineExited":
        this.#engines.get(message.id)?.exited.resolve(message.exit);
        this.#engines.delete(message.id);
        return;
      case "pdfPrinted":
        this.#printed(message.id, success(message.pdf));
        return;
      case "pdfFailed":
        this.#printed(message.id, { ok: false, error: message.error });
        return;
      case "mayRead":
        this.#asked.get(message.id)?.(message.allowed);
        this.#asked.delete(message.id);
        return;
      case "stop":
        this.#onStop();
    }
  }

  #started(id: number, pid: number): void {
    const engine = this.#engines.get(id);
    if (engine === undefined) return;
    const kill = () => this.#send({ kind: "killEngine", id });
    const exited = engine.exited.promise;
    void engine.channel.promise.then((transport) =>
      engine.launched.resolve(success({ pid, transport, kill, exited })),
    );
  }

  #refused(id: number, reason: string): void {
    const message = `the engine process cannot be started: ${reason}`;
    this.#engines.get(id)?.launched.resolve(failure("engineDied", message));
    this.#engines.delete(id);
  }

  #printed(id: number, result: Result<Uint8Array>): void {
    this.#prints.get(id)?.(result);
    this.#prints.delete(id);
  }
}
