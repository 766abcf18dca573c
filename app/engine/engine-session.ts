/**
 * One run in an engine process: forwards between the transport and the addon. The run belongs to
 * whoever holds the other end; when that end goes, so does the run.
 *
 * A run is over when the addon says so, not when it is told to end: until then its threads are alive
 * and its files exist. `closed` waits for that, and the process must not exit before it.
 */

import { setImmediate } from "node:timers/promises";
import type { Addon, Run } from "../addon/addon.ts";
import { calibrationSchema, calibrationStepSchema } from "../contract/calibration.ts";
import type { Command } from "../contract/command.ts";
import { deviceFiguresSchema } from "../contract/device.ts";
import { type Failure, failure } from "../contract/result.ts";
import { CreditAccount } from "../transport/credits.ts";
import { decodeMessage, encodeMessage, type Message } from "../transport/messages.ts";
import type { Transport } from "../transport/transport.ts";

export class EngineSession {
  readonly #transport: Transport;
  readonly #addon: Addon;
  readonly #credits = new CreditAccount();
  readonly #over = Promise.withResolvers<void>();
  #run: Run | null = null;
  /** The other end has had its last message: a summary or an error. */
  #told = false;
  /** A cancelled run must end even if its reader has stopped granting: it needs no more credits. */
  #cancelled = false;

  constructor(transport: Transport, addon: Addon) {
    this.#transport = transport;
    this.#addon = addon;
    transport.onFrame((frame) => this.#receive(frame));
  }

  /** Asks the run to end; it still sends what it has and its summary. */
  cancel(): void {
    this.#command({ kind: "cancel" });
  }

  /** Ends the run without anybody to tell; settles when its threads and files are gone. */
  closed(): Promise<void> {
    this.#told = true;
    if (this.#run === null) this.#over.resolve();
    else this.#run.close();
    return this.#over.promise;
  }

  #receive(frame: Uint8Array): void {
    const message = decodeMessage(frame);
    if (!message.ok) {
      this.#fail(message.error);
      return;
    }
    switch (message.value.kind) {
      case "start":
        this.#start(message.value.scenario);
        return;
      case "describe":
        this.#describe();
        return;
      case "measureDevice":
        this.#measureDevice(message.value.device);
        return;
      case "calibrate":
        void this.#calibrate(message.value.file);
        return;
      case "command":
        this.#command(message.value.command);
        return;
      case "grant":
        this.#credits.grant(message.value.credits);
        this.#run?.grant(message.value.credits);
        return;
      default:
        this.#fail(failure("protocol", `engine process: unexpected ${message.value.kind}`).error);
    }
  }

  #start(scenario: string): void {
    if (this.#run !== null || this.#told) {
      this.#fail(failure("protocol", "engine process: a second start").error);
      return;
    }
    try {
      this.#run = this.#addon.start(
        scenario,
        (bytes) => this.#batch(bytes),
        (summary) => this.#end(summary),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(failure("engineUnavailable", `the engine refused to start: ${reason}`).error);
    }
  }

  #command(command: Command): void {
    if (command.kind === "cancel") this.#cancelled = true;
    this.#run?.command(JSON.stringify(command));
  }

  #describe(): void {
    const { engine, compiler, build } = this.#addon.version();
    this.#send({ kind: "description", engine: { version: engine, compiler, build } });
  }

  #measureDevice(device: string): void {
    try {
      const figures = deviceFiguresSchema.parse(JSON.parse(this.#addon.deviceFigures(device)));
      this.#send({ kind: "deviceFigures", figures });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(failure("badInput", reason).error);
    }
  }

  async #calibrate(file: string): Promise<void> {
    try {
      const calibration = new this.#addon.Calibration(file);
      try {
        for (
          let step = calibration.measureNext();
          step !== null;
          step = calibration.measureNext()
        ) {
          this.#send({
            kind: "calibrationStep",
            step: calibrationStepSchema.parse(JSON.parse(step)),
          });
          // What came meanwhile is looked at: the other end may be gone.
          await setImmediate();
          if (this.#told) return;
        }
        const fit = calibrationSchema.parse(JSON.parse(calibration.fit()));
        this.#send({ kind: "calibration", calibration: fit });
      } finally {
        calibration.close();
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(failure("ioError", `the disk cannot be measured: ${reason}`).error);
    }
  }

  #batch(bytes: Uint8Array): void {
    if (this.#told) return;
    if (!this.#credits.spend() && !this.#cancelled) {
      this.#fail(failure("protocol", "engine: sent a batch without a credit").error);
      return;
    }
    this.#send({ kind: "batch", bytes });
  }

  /** The other end closes the channel once it has the summary; the process ends with it. */
  #end(summary: string): void {
    this.#run = null;
    this.#over.resolve();
    if (this.#told) return;
    this.#told = true;
    this.#send({ kind: "end", summary });
  }

  #fail(error: Failure): void {
    if (this.#told) return;
    this.#send({ kind: "error", error });
    void this.closed();
  }

  #send(message: Message): void {
    this.#transport.send(encodeMessage(message));
  }
}
