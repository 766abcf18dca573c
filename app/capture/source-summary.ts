/** What the files of a capture are together: of the ERRORLOGs alone, where there are any. */
import {
  type CaptureFile,
  type CaptureSource,
  type Encoding,
  maxListedTimeSteps,
} from "../contract/capture.ts";
import { isOfMachine, notesTogether } from "../domain/files-together.ts";

export function summariseFiles(files: readonly CaptureFile[]): CaptureSource {
  const logs = files.filter(({ kind }) => kind === "errorlog");
  const counted = logs.length > 0 ? logs : files;
  const sum = (figure: (file: CaptureFile) => number): number =>
    counted.reduce((total, file) => total + figure(file), 0);
  const times = counted.flatMap(({ firstTime, lastTime }) =>
    firstTime === null || lastTime === null ? [] : [{ firstTime, lastTime }],
  );
  const hosts = distinct(logs, ({ host }) => host?.toUpperCase() ?? null).size;
  const servers = logs.flatMap(({ host }) => host ?? []);
  const isOfLogs = ({ host }: CaptureFile) =>
    host !== null && servers.length > 0 && isOfMachine(host, servers);
  // A server that was upgraded between two files: the later one counts. Several servers have only what they share.
  const known = hosts > 1 ? shared : lastKnown;
  return {
    kind: kindOf(files),
    encoding: encodingOf(counted),
    product: known(counted, ({ product }) => product),
    build: known(counted, ({ build }) => build),
    edition: known(counted, ({ edition }) => edition),
    host: known(counted, ({ host }) => host),
    bytes: sum(({ bytes }) => bytes),
    lines: sum(({ lines }) => lines),
    records: sum(({ records }) => records),
    errors: sum(({ errors }) => errors),
    unrecognised: sum(({ unrecognised }) => unrecognised),
    // The times are printed so that their order is that of the texts.
    firstTime: times.map(({ firstTime }) => firstTime).toSorted()[0] ?? null,
    lastTime:
      times
        .map(({ lastTime }) => lastTime)
        .toSorted()
        .at(-1) ?? null,
    // Before 2012 no log tells it; counters of the same machine do.
    utcOffsetMinutes:
      known(counted, ({ utcOffsetMinutes }) => utcOffsetMinutes) ??
      shared(files.filter(isOfLogs), ({ utcOffsetMinutes }) => utcOffsetMinutes),
    timeSteps: counted.flatMap(({ timeSteps }) => timeSteps).slice(0, maxListedTimeSteps),
    timeStepCount: sum(({ timeStepCount }) => timeStepCount),
    notes: [
      ...notesTogether(files),
      ...counted.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
    ],
  };
}

function kindOf(files: readonly CaptureFile[]): CaptureSource["kind"] {
  const [first] = files;
  if (first === undefined) return "errorlog";
  return files.every(({ kind }) => kind === first.kind) ? first.kind : "mixed";
}

function encodingOf(files: readonly CaptureFile[]): Encoding | null {
  const all = new Set(files.map(({ encoding }) => encoding));
  const [only] = all;
  return all.size > 1 ? "mixed" : (only ?? null);
}

function distinct<Value>(
  files: readonly CaptureFile[],
  figure: (file: CaptureFile) => Value | null,
): ReadonlySet<Value> {
  return new Set(files.flatMap((file) => figure(file) ?? []));
}

/** Null where they differ. */
function shared<Value>(
  files: readonly CaptureFile[],
  figure: (file: CaptureFile) => Value | null,
): Value | null {
  const values = distinct(files, figure);
  const [only = null] = values;
  return values.size === 1 ? only : null;
}

function lastKnown<Value>(
  files: readonly CaptureFile[],
  figure: (file: CaptureFile) => Value | null,
): Value | null {
  return files.reduce<Value | null>((known, file) => figure(file) ?? known, null);
}
