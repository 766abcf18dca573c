/**
 * One run in an engine process: forwards between the transport and the addon. The run belongs to
 * the process at the other end; when that process goes, so does the run.
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
import { channelOfEngine, type FromEngine, type ToEngine } from "../transport/engine-messages.ts";
import type { Transport } from "../transport/transport.ts";
import type { TypedChannel } from "../transport/typed-channel.ts";

export class EngineSession {
  readonly #channel: TypedChannel<FromEngine, ToEngine>;
  readonly #addon: Addon;
  readonly #credits = new CreditAccount();
  readonly #over = Promise.withResolvers<void>();
  #run: Run | null = null;
  /** The other end has had its last message: a summary or an error. */
  #told = false;
  /** A cancelled run must end even if its reader has stopped granting: it needs no more credits. */
  #cancelled = false;

  constructor(transport: Transport, addon: Addon) {
    this.#channel = channelOfEngine(transport);
    this.#addon = addon;
    this.#channel.onMessage((message) => {
      if (message.ok) this.#receive(message.value);
      else this.#fail(message.error);
    });
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

  #receive(message: ToEngine): void {
    switch (message.kind) {
      case "start":
        this.#start(message.scenario);
        return;
      case "describe":
        this.#describe();
        return;
      case "measureDevices":
        void this.#measureDevices(message.devices);
        return;
      case "calibrate":
        void this.#calibrate(message.file);
        return;
      case "command":
        this.#command(message.command);
        return;
      case "grant":
        this.#credits.grant(message.credits);
        this.#run?.grant(message.credits);
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
    this.#channel.send({ kind: "description", engine: { version: engine, compiler, build } });
  }

  async #measureDevices(devices: readonly string[]): Promise<void> {
    try {
      for (const device of devices) {
        const figures = deviceFiguresSchema.parse(JSON.parse(this.#addon.deviceFigures(device)));
        this.#channel.send({ kind: "deviceFigures", figures });
        // What came meanwhile is looked at: the other end may be gone.
        await setImmediate();
        if (this.#told) return;
      }
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
          this.#channel.send({
            kind: "calibrationStep",
            step: calibrationStepSchema.parse(JSON.parse(step)),
          });
          // What came meanwhile is looked at: the other end may be gone.
          await setImmediate();
          if (this.#told) return;
        }
        const fit = calibrationSchema.parse(JSON.parse(calibration.fit()));
        this.#channel.send({ kind: "calibration", calibration: fit });
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
    this.#channel.send({ kind: "batch", bytes });
  }

  /** The other end closes the channel once it has the summary; the process ends with it. */
  #end(summary: string): void {
    this.#run = null;
    this.#over.resolve();
    if (this.#told) return;
    this.#told = true;
    this.#channel.send({ kind: "end", summary });
  }

  #fail(error: Failure): void {
    if (this.#told) return;
    this.#channel.send({ kind: "error", error });
    void this.closed();
  }
}
