/** An ERRORLOG within a capture: its records, and what they mean, told to the analysis. */

import type { CaptureFile } from "../contract/capture.ts";
import type { LogAnalysis } from "../domain/errorlog/analysis/log-analysis.ts";
import { printLocalTime } from "../domain/local-time.ts";
import type { EncodingsSeen } from "./errorlog/encoding.ts";
import { type ClockStep, FileFacts } from "./errorlog/file-facts.ts";
import { FormFile } from "./errorlog/form-file.ts";
import { Meaning } from "./errorlog/meaning.ts";
import { ProductFile } from "./errorlog/product-file.ts";
import type { ReadingFile } from "./errorlog/record-store.ts";
import type { SourceTable } from "./errorlog/source-table.ts";
import type { InputFile } from "./input-file.ts";

export interface LogPartOptions {
  /** Of the file in the capture. */
  readonly position: number;
  readonly firstRecord: number;
  readonly originMs: number;
  readonly sources: SourceTable;
  readonly analysis: LogAnalysis;
}

type LogFile = Extract<InputFile, { kind: "product" | "form" }>;

export class LogPart {
  readonly store: ReadingFile;
  readonly position: number;
  readonly #file: LogFile;
  readonly #facts = new FileFacts();
  readonly #encodings: EncodingsSeen;
  readonly #analysis: LogAnalysis;
  readonly #originMs: number;
  complete = false;

  constructor(file: LogFile, options: LogPartOptions) {
    this.#file = file;
    this.#encodings = file.encodings;
    this.position = options.position;
    const { position, firstRecord, originMs, sources, analysis } = options;
    this.#analysis = analysis;
    this.#originMs = originMs;
    const meaning = new Meaning({
      file: position,
      originMs,
      facts: this.#facts,
      sources,
      wants: (kind) => analysis.wants(kind),
      onEvent: (place, message, kindId) => analysis.tell(place, message, kindId),
    });
    const shared = {
      sources,
      meaning,
      facts: this.#facts,
      encodings: this.#encodings,
      firstRecord,
      onTimeStep: (step: ClockStep) => {
        this.#facts.addStep(step);
        const { record, line, fromMs, toMs } = step;
        const place = { file: position, record, line };
        analysis.timeStep({ ...place, fromMs: fromMs - originMs, toMs: toMs - originMs });
      },
    };
    this.store =
      file.kind === "product"
        ? new ProductFile({ ...shared, descriptor: file.descriptor })
        : new FormFile({ ...shared, ...file });
  }

  get bytesRead(): number {
    return this.store.bytesRead;
  }

  readSlice(): boolean {
    this.complete = !this.store.readSlice();
    const { lastTimeMs } = this.#facts;
    if (lastTimeMs !== null) this.#analysis.reach(lastTimeMs - this.#originMs);
    return !this.complete;
  }

  file(): CaptureFile {
    const facts = this.#facts;
    const printed = (timeMs: number | null) => (timeMs === null ? null : printLocalTime(timeMs));
    return {
      name: this.#file.name,
      kind: "errorlog",
      form: this.#file.kind === "product" ? "product" : this.#file.reading.form,
      encoding: this.#encodings.name,
      product: facts.product,
      build: facts.build,
      edition: facts.edition,
      host: facts.host,
      bytes: this.#file.size,
      lines: facts.lines,
      records: facts.records,
      errors: facts.errors,
      unrecognised: facts.unrecognised,
      firstTime: printed(facts.firstTimeMs),
      lastTime: printed(facts.lastTimeMs),
      utcOffsetMinutes: facts.utcOffsetMinutes,
      timeSteps: [...facts.timeSteps],
      timeStepCount: facts.timeStepCount,
      notes: [...facts.notes, ...this.#encodings.notes],
    };
  }
}
