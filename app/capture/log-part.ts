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
  /** Position of the file in the capture. */
  readonly position: number;
  readonly firstRecord: number;
  readonly originMs: number;
  readonly sources: SourceTable;
  readonly analysis: LogAnalysis;
}

/** Records on either side of a step of the clock that tell how often the log has one. */
const neighbours = 20;

type LogFile = Extract<InputFile, { kind: "product" | "form" }>;

export class LogPart {
  readonly store: ReadingFile;
  readonly position: number;
  readonly #file: LogFile;
  readonly #facts = new FileFacts();
  readonly #encodings: EncodingsSeen;
  readonly #analysis: LogAnalysis;
  readonly #originMs: number;
  readonly #firstRecord: number;
  /** Steps of the clock whose neighbours are not all read. */
  #steps: ClockStep[] = [];
  complete = false;

  constructor(file: LogFile, options: LogPartOptions) {
    this.#file = file;
    this.#encodings = file.encodings;
    this.position = options.position;
    const { position, firstRecord, originMs, sources, analysis } = options;
    this.#analysis = analysis;
    this.#originMs = originMs;
    this.#firstRecord = firstRecord;
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
        this.#steps.push(step);
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
    this.#tellSteps();
    return !this.complete;
  }

  #tellSteps(): void {
    const { count } = this.store;
    const isReady = ({ record }: ClockStep): boolean =>
      this.complete || record - this.#firstRecord + neighbours < count;
    for (const { record, line, fromMs, toMs } of this.#steps.filter(isReady)) {
      this.#analysis.timeStep({
        file: this.position,
        record,
        line,
        fromMs: fromMs - this.#originMs,
        toMs: toMs - this.#originMs,
        longestGapMs: this.#longestGapNear(record - this.#firstRecord),
      });
    }
    this.#steps = this.#steps.filter((step) => !isReady(step));
  }

  /** `at`: the record, of this file, in front of which the clock goes back. */
  #longestGapNear(at: number): number {
    const end = Math.min(this.store.count, at + neighbours);
    let longest = 0;
    for (let record = Math.max(1, at - neighbours); record < end; record++) {
      const gap = this.store.timeMs(record) - this.store.timeMs(record - 1);
      if (record !== at && gap > longest) longest = gap;
    }
    return longest;
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
