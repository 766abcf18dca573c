/**
 * Files of a server that were opened together. ERRORLOGs are read first, in order of time, then the
 * counters; what was read is shown while the reading goes on.
 */
import { closeSync } from "node:fs";
import type {
  CaptureFile,
  CaptureOverview,
  CaptureSource,
  CounterEffect,
  FileKind,
} from "../contract/capture.ts";
import type { Phase } from "../contract/phase.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { RefusedFile } from "../contract/rpc/captures.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { counterEffects } from "../domain/counter-effects/counter-effects.ts";
import { togetherOf } from "../domain/errorlog/analysis/several-servers.ts";
import { isOneClock } from "../domain/files-together.ts";
import { printLocalTime } from "../domain/local-time.ts";
import { capturedCounters } from "../domain/perfmon/counter-lanes.ts";
import { perfmonSeries } from "../domain/perfmon/perfmon-series.ts";
import type { PerfmonTable } from "../domain/perfmon/perfmon-table.ts";
import { waitCaptures } from "../domain/wait-stats/wait-captures.ts";
import { CaptureRecords } from "./capture-records.ts";
import { logReader } from "./errorlog/record-scanner.ts";
import { SourceTable } from "./errorlog/source-table.ts";
import { type CaptureInput, type InputFile, openInput } from "./input-file.ts";
import { LogPart } from "./log-part.ts";
import { PerfmonPart } from "./perfmon-part.ts";
import { ServerAnalyses } from "./servers.ts";
import { summariseFiles } from "./source-summary.ts";
import { WaitStatsPart } from "./wait-stats-part.ts";

export type { CaptureInput } from "./input-file.ts";

export interface CaptureReading {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly complete: boolean;
}

export interface SeriesRequest {
  /** By `CapturedCounter.id`. */
  readonly counters: readonly string[];
  readonly points: number;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/**
 * `originMs`: local time of 0 ms, where it is not that of the earliest moment. Fails when none of the files can be read; those that cannot are refused one by one.
 */
export function openCapture(
  inputs: readonly CaptureInput[],
  originMs: number | null = null,
): Result<{ readonly capture: Capture; readonly refused: readonly RefusedFile[] }> {
  const reader = logReader();
  if (!reader.ok) return reader;
  const refused: RefusedFile[] = [];
  const files: InputFile[] = [];
  for (const input of inputs) {
    const file = openInput(input);
    if (file.ok) files.push(file.value);
    else refused.push({ name: input.name, message: file.error.message });
  }
  if (files.length === 0) {
    const messages = refused.map(({ message }) => message);
    return failure("badInput", messages.join("\n") || "no file was given");
  }
  return success({ capture: new Capture(files, originMs), refused });
}

type Part = LogPart | PerfmonPart | WaitStatsPart;

type InputLog = Extract<InputFile, { kind: "product" | "form" }>;

/** Logs first: what they tell about the server holds for the counters as well. */
const isLog = (file: InputFile): file is InputLog =>
  file.kind === "product" || file.kind === "form";

/** Files without any time come last, in the order in which they were given. */
const byTime = (a: InputFile, b: InputFile): number =>
  (a.firstTimeMs ?? Number.POSITIVE_INFINITY) - (b.firstTimeMs ?? Number.POSITIVE_INFINITY) || 0;

export class Capture {
  readonly records: CaptureRecords;
  readonly #files: readonly InputFile[];
  readonly #parts: Part[] = [];
  readonly #originMs: number;
  readonly #analyses: ServerAnalyses;
  readonly #sources = new SourceTable();
  readonly #bytesTotal: number;
  #effectsOfAll: CounterEffect[] | null = null;

  constructor(files: readonly InputFile[], originMs: number | null) {
    const logs = files.filter(isLog).toSorted(byTime);
    const others = files.filter((file) => !isLog(file)).toSorted(byTime);
    this.#files = [...logs, ...others];
    const times = files.flatMap(({ firstTimeMs }) => firstTimeMs ?? []);
    this.#originMs = originMs ?? (times.length === 0 ? 0 : Math.min(...times));
    this.#analyses = new ServerAnalyses(logs, this.#originMs);
    this.records = new CaptureRecords(this.#sources, this.#originMs);
    this.#bytesTotal = files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Some 10 to 30 ms of work; false when there is no more. */
  readSlice(): boolean {
    const current = this.#parts.at(-1);
    if (current?.readSlice() === true) return true;
    return this.#beginNext();
  }

  /** Every file, in the order in which they are read. */
  get inputs(): readonly {
    readonly name: string;
    readonly kind: FileKind;
    readonly bytes: number;
  }[] {
    return this.#files.map(({ name, kind, size }) => ({
      name,
      kind: kind === "perfmon" || kind === "waitStats" ? kind : "errorlog",
      bytes: size,
    }));
  }

  get progress(): CaptureReading {
    const bytesRead = this.#parts.reduce((sum, part) => sum + part.bytesRead, 0);
    const last = this.#parts.at(-1);
    const complete = this.#parts.length === this.#files.length && last?.complete === true;
    const { count } = this.records;
    return { bytesRead, bytesTotal: this.#bytesTotal, records: count, complete };
  }

  /** What is known of all that was read so far. */
  overview(): CaptureOverview {
    const files = this.#parts.map((part): CaptureFile => part.file());
    const tables = this.#tables();
    const readings = this.#parts.filter((part) => part instanceof WaitStatsPart);
    const source: CaptureSource = summariseFiles(files);
    const told = togetherOf(this.#analyses.results());
    return {
      origin: printLocalTime(this.#originMs),
      endMs: this.#endMs(files),
      source,
      files,
      ...told,
      effects: this.#effects(told.phases, files),
      counters: capturedCounters(
        tables.map(({ table }) => table),
        tables.map(({ position }) => position),
      ),
      waits: waitCaptures(
        readings.map(({ position, reading }) => ({ file: position, reading })),
        this.#originMs,
      ),
    };
  }

  /** Counters of the Perfmon files on one time axis; NaN where a counter has no value. */
  series(request: SeriesRequest): Series {
    const tables = this.#tables();
    return perfmonSeries(
      tables.map(({ table }) => table),
      { originMs: this.#originMs, ...request },
    );
  }

  close(): void {
    for (const { descriptor } of this.#files) closeSync(descriptor);
  }

  /** Counters are read last, and until then they tell of nothing. */
  #effects(phases: readonly Phase[], files: readonly CaptureFile[]): CounterEffect[] {
    if (!this.progress.complete) return [];
    const logs = files.filter(({ kind }) => kind === "errorlog");
    const offsets = logs.map(({ utcOffsetMinutes }) => utcOffsetMinutes);
    this.#effectsOfAll ??= counterEffects(
      phases,
      this.#tables().flatMap(({ table }) =>
        offsets.every((offset) => isOneClock(offset, table.utcOffsetMinutes)) ? table : [],
      ),
      {
        originMs: this.#originMs,
        endMs: this.#endMs(files),
        hosts: logs.flatMap(({ host }) => host ?? []),
      },
    );
    return this.#effectsOfAll;
  }

  /** Tables of the Perfmon files that were read to their end. */
  #tables(): { readonly table: PerfmonTable; readonly position: number }[] {
    return this.#parts.flatMap((part) => {
      const table = part instanceof PerfmonPart ? part.table : null;
      return table === null ? [] : [{ table, position: part.position }];
    });
  }

  #endMs(files: readonly CaptureFile[]): number {
    const ends = files.flatMap(({ lastTime }) =>
      lastTime === null ? [] : Date.parse(`${lastTime}Z`),
    );
    return ends.reduce((latest, end) => Math.max(latest, end - this.#originMs), 0);
  }

  #beginNext(): boolean {
    const position = this.#parts.length;
    const file = this.#files[position];
    if (file === undefined) return false;
    this.#parts.push(this.#partOf(file, position));
    return true;
  }

  #partOf(file: InputFile, position: number): Part {
    if (file.kind === "perfmon") return new PerfmonPart(file, position);
    if (file.kind === "waitStats") return new WaitStatsPart(file, position);
    const part = new LogPart(file, {
      position,
      firstRecord: this.records.count,
      originMs: this.#originMs,
      sources: this.#sources,
      analysis: this.#analyses.of(position),
    });
    this.records.add(position, part.store);
    return part;
  }
}
