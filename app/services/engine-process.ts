/** One run in an engine process, seen from the services: commands in, batches and the end out. */
import type { Command } from "../contract/command.ts";
import { decodeBatch, type Frame } from "../contract/frame.ts";
import { parseJsonWith } from "../contract/issues.ts";
import { type Failure, failure, type Result } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import { type Summary, summarySchema } from "../contract/summary.ts";
import { CreditedReceiver } from "../transport/credits.ts";
import { channelToEngine, type FromEngine, type ToEngine } from "../transport/engine-messages.ts";
import type { TypedChannel } from "../transport/typed-channel.ts";
import type { EngineExit, LaunchedEngine } from "./engine-launcher.ts";

export interface ExperimentObserver {
  /** Called in order, with the batch as the engine sent it too; a slow one takes as long as it needs. */
  onFrame?(frame: Frame, bytes: Uint8Array): void | Promise<void>;
}

/** How long a dismissed engine process may take to tidy up before it is ended. */
const dismissalMs = 5000;

export class EngineProcess {
  readonly ended: Promise<Result<Summary>>;
  readonly #engine: LaunchedEngine;
  readonly #channel: TypedChannel<ToEngine, FromEngine>;
  readonly #receiver: CreditedReceiver;
  /** The first reason for which the run failed, or its summary. */
  #outcome: Result<Summary> | null = null;
  #killed = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(engine: LaunchedEngine, observer: ExperimentObserver) {
    this.#engine = engine;
    this.#channel = channelToEngine(engine.transport);
    this.#receiver = new CreditedReceiver(
      (bytes) => consume(bytes, observer),
      (credits) => this.#channel.send({ kind: "grant", credits }),
    );
    this.ended = engine.exited.then((exit) => {
      if (this.#deadline !== null) clearTimeout(this.#deadline);
      return this.#outcomeAtExit(exit);
    });
    this.#channel.onMessage((message) => {
      if (message.ok) this.#receive(message.value);
      else this.#abort(message.error);
    });
  }

  start(scenario: Scenario): void {
    this.#channel.send({ kind: "start", scenario: JSON.stringify(scenario) });
  }

  command(command: Command): void {
    this.#channel.send({ kind: "command", command });
  }

  kill(): void {
    this.#killed = true;
    this.#engine.kill();
  }

  #receive(message: FromEngine): void {
    switch (message.kind) {
      case "batch": {
        this.#receiver.accept(message.bytes);
        this.#receiver.drained().catch((error: unknown) => this.#abort(toFailure(error)));
        return;
      }
      case "end":
        void this.#end(message.summary);
        return;
      case "error":
        this.#abort(message.error);
        return;
      default:
        this.#abort(failure("protocol", `the engine of a run sent ${message.kind}`).error);
    }
  }

  /** The summary counts once every batch before it has been dealt with. */
  async #end(text: string): Promise<void> {
    try {
      await this.#receiver.drained();
    } catch (error) {
      this.#abort(toFailure(error));
      return;
    }
    this.#settle(parseJsonWith(summarySchema, text, "summary of the engine", "protocol"));
    this.#dismiss();
  }

  /** A closed channel makes the engine process cancel its run, tidy up and go. */
  #abort(error: Failure): void {
    this.#settle({ ok: false, error });
    this.#dismiss();
  }

  #dismiss(): void {
    this.#engine.transport.close();
    this.#deadline ??= setTimeout(() => this.#engine.kill(), dismissalMs);
  }

  #settle(outcome: Result<Summary>): void {
    this.#outcome ??= outcome;
  }

  #outcomeAtExit({ code, signal, output }: EngineExit): Result<Summary> {
    if (this.#outcome !== null) return this.#outcome;
    if (this.#killed) return failure("engineDied", "the engine process was ended on request");
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    return failure(
      "engineDied",
      `the engine process ended before the run did (${how})`,
      output === "" ? undefined : output,
    );
  }
}

/** Carries an expected failure through the promise chain of the receiver. */
class FrameError extends Error {
  readonly failure: Failure;
  constructor(error: Failure) {
    super(error.message);
    this.failure = error;
  }
}

async function consume(bytes: Uint8Array, observer: ExperimentObserver): Promise<void> {
  const frame = decodeBatch(bytes);
  if (!frame.ok) throw new FrameError(frame.error);
  await observer.onFrame?.(frame.value, bytes);
}

const toFailure = (error: unknown): Failure =>
  error instanceof FrameError
    ? error.failure
    : { code: "ioError", message: error instanceof Error ? error.message : String(error) };
