/** What files of a server tell of each other, once they are on one time axis. */
import type { CaptureFile } from "../contract/capture.ts";
import { utcOffset } from "./format/utc-offset.ts";

/** What a reader should know of files that were opened together, and that none of them tells alone. */
export function notesTogether(files: readonly CaptureFile[]): string[] {
  const logs = files.filter(({ kind }) => kind === "errorlog");
  return [...serversNote(logs), ...strangersNotes(logs, files)];
}

function serversNote(logs: readonly CaptureFile[]): string[] {
  const names = [...new Set(logs.flatMap(({ host }) => host ?? []))];
  const isOne = new Set(names.map((name) => name.toUpperCase())).size < 2;
  return isOne
    ? []
    : [
        `Logs of several servers: ${names.join(", ")}. Each is judged by itself, and findings name theirs.`,
      ];
}

/** The machine that an instance runs on, without its domain; an address stays as it is. */
export function machineOf(host: string): string {
  const machine = host.split("\\", 1)[0]?.toUpperCase() ?? "";
  return /^[\d.]+$|:/.test(machine) ? machine : (machine.split(".", 1)[0] ?? "");
}

/** Whether a file of this host is of the machine of one of the servers; what nobody names is taken for the same. */
export const isOfMachine = (host: string | null, servers: readonly string[]): boolean =>
  host === null || servers.length === 0 || servers.map(machineOf).includes(machineOf(host));

/** In one sentence for each file that is not of the logs: another machine, another time, or both. */
function strangersNotes(logs: readonly CaptureFile[], files: readonly CaptureFile[]): string[] {
  const servers = logs.flatMap(({ host }) => host ?? []);
  const span = spanOf(logs);
  return files.flatMap((file) => {
    if (file.kind === "errorlog") return [];
    const reasons = [
      ...machineReason(file, servers),
      ...clockReason(file, logs),
      ...timesReason(file, span),
    ];
    return reasons.length === 0
      ? []
      : `${file.name} ${reasons.join(", and ")}: nothing is concluded from the two together.`;
  });
}

function machineReason({ host }: CaptureFile, servers: readonly string[]): string[] {
  const machines = [...new Set(servers.map(machineOf))];
  return isOfMachine(host, servers)
    ? []
    : [`is of another machine than the ERRORLOG (${host}, not ${machines.join(" or ")})`];
}

/** A log tells the offset of its start, a capture that of its own: summer time may lie between the two. */
const summerTimeMinutes = 60;

/** Whether two files of these offsets can be told by one clock. */
export const isOneClock = (one: number | null, other: number | null): boolean =>
  one === null || other === null || Math.abs(one - other) <= summerTimeMinutes;

function clockReason({ utcOffsetMinutes }: CaptureFile, logs: readonly CaptureFile[]): string[] {
  const strange = logs.find((log) => !isOneClock(log.utcOffsetMinutes, utcOffsetMinutes));
  if (strange === undefined) return [];
  const [own, other] = [utcOffsetMinutes ?? 0, strange.utcOffsetMinutes ?? 0];
  return [`tells the time of ${utcOffset(own)}, the ERRORLOG that of ${utcOffset(other)}`];
}

interface LocalSpan {
  readonly first: string;
  readonly last: string;
}

/** Times of a server's clock, without a zone: their order is that of the texts. */
function spanOf(logs: readonly CaptureFile[]): LocalSpan | null {
  const first = logs.flatMap(({ firstTime }) => firstTime ?? []).toSorted()[0];
  const last = logs
    .flatMap(({ lastTime }) => lastTime ?? [])
    .toSorted()
    .at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}

function timesReason({ firstTime, lastTime }: CaptureFile, span: LocalSpan | null): string[] {
  if (span === null || firstTime === null || lastTime === null) return [];
  if (firstTime <= span.last && lastTime >= span.first) return [];
  return [
    `has no time in common with the ERRORLOG (${spanText(firstTime, lastTime)}, the log ${spanText(span.first, span.last)})`,
  ];
}

const spanText = (first: string, last: string): string =>
  `${first.replace("T", " ")} to ${last.replace("T", " ")}`;
