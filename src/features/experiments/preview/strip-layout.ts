/** Where things stand on the strip of the timeline to come. Positions are shares of its width. */
import { maxDurationSeconds } from "../../../../app/contract/fields.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { orderOf } from "../../../../app/contract/timeline-order.ts";
import { plannedClock } from "../../../../app/domain/scenario-form/moments.ts";
import { triggerText } from "../../../../app/domain/scenario-form/trigger-text.ts";

export interface StripMark {
  readonly index: number;
  readonly kind: Scenario["timeline"][number]["command"]["kind"];
  readonly label: string;
  /** When it happens, in words. */
  readonly when: string;
  /** Whether it happens where it stands; else there at the earliest, if at all. */
  readonly certain: boolean;
  readonly position: number;
  /** Row of its label: a label that would cover another goes one row up. */
  readonly row: number;
  /** Which way the label runs from its mark, so that it stays on the strip. */
  readonly side: "right" | "left";
}

export interface StripTick {
  readonly label: string;
  readonly position: number;
}

export interface Strip {
  readonly warmupShare: number;
  readonly marks: readonly StripMark[];
  readonly rows: number;
  readonly ticks: readonly StripTick[];
}

/** A label's width as a share, by its letters; the preview is about 44 letters wide. */
const letterShare = 1 / 44;

type TimelineEntry = Scenario["timeline"][number];

export function layOutStrip(scenario: Scenario): Strip {
  const { durationSeconds, warmupSeconds } = scenario;
  // A draft may have any number there; an axis has none that a run cannot have.
  const duration = Math.min(Math.max(durationSeconds, Number.MIN_VALUE), maxDurationSeconds);
  const shareOf = (seconds: number) => Math.min(1, Math.max(0, seconds / duration));
  const marks = layOutMarks(scenario, shareOf);
  return {
    warmupShare: shareOf(warmupSeconds),
    marks,
    rows: Math.max(1, ...marks.map(({ row }) => row + 1)),
    ticks: ticksOf(duration).map((seconds) => ({
      label: printTime(seconds),
      position: shareOf(seconds),
    })),
  };
}

function layOutMarks(scenario: Scenario, shareOf: (seconds: number) => number): StripMark[] {
  const { timeline, warmupSeconds } = scenario;
  const taken: (readonly [from: number, to: number])[][] = [];
  const order = orderOf(timeline, warmupSeconds);
  return timeline
    .map((entry, index) => ({
      entry,
      index,
      // Entries that wait for each other are an error; here they stand at the end.
      seconds: Math.min(order.earliest(index), Number.MAX_SAFE_INTEGER),
      certain: order.fixed(index) !== null,
    }))
    .toSorted((a, b) => a.seconds - b.seconds)
    .map(({ entry, index, seconds, certain }) => {
      const position = shareOf(seconds);
      const label = certain ? markLabel(entry.command) : `≥ ${markLabel(entry.command)}`;
      const width = (label.length + 2) * letterShare;
      const side = position + width > 1 && position > 0.5 ? "left" : "right";
      const span =
        side === "right"
          ? ([position, position + width] as const)
          : ([position - width, position] as const);
      const row = freeRow(taken, span);
      const { kind } = entry.command;
      const when = printTrigger(entry, scenario);
      return { index, kind, label, when, certain, position, row, side };
    });
}

/** Times as the axis has them. */
function printTrigger(entry: TimelineEntry, scenario: Scenario): string {
  if (entry.atSeconds === undefined) return triggerText(entry);
  const clock = plannedClock(scenario, entry.atSeconds);
  return `at ${printTime(entry.atSeconds)}${clock === null ? "" : ` (${clock})`}`;
}

function freeRow(taken: (readonly [number, number])[][], span: readonly [number, number]): number {
  const row = taken.findIndex((spans) =>
    spans.every(([from, to]) => span[1] <= from || span[0] >= to),
  );
  const chosen = row === -1 ? taken.length : row;
  taken[chosen] = [...(taken[chosen] ?? []), span];
  return chosen;
}

export function markLabel(command: TimelineEntry["command"]): string {
  switch (command.kind) {
    case "createSnapshot":
      return command.name;
    case "dropSnapshot":
      return `drop ${command.name}`;
    case "revertSnapshot":
      return `revert to ${command.name}`;
    case "setUsers":
      return `${command.users} users`;
    case "setReportUsers":
      return `${command.users} read ${command.name}`;
    case "checkDatabase":
      return "check";
    case "restartServer":
      return command.mode === "crash" ? "crash" : "restart";
    case "updateTable":
      return "update table";
    case "rebuildIndex":
      return `rebuild index ${command.index}${command.online ? " online" : ""}`;
    case "createIndex":
      return `create index ${command.index}${command.online ? " online" : ""}`;
    case "selectInto":
      return `into ${command.name}`;
    case "dropTable":
      return `drop ${command.name}`;
    case "damagePage":
      return "damage";
    case "backup":
      return `${command.type} backup`;
    case "restore":
      return command.stopAtSeconds === null
        ? "restore"
        : `restore to ${printTime(command.stopAtSeconds)}`;
    case "verifyBackup":
      return `verify ${command.name}`;
  }
}

const tickSteps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200],
  ...[14_400, 21_600, 28_800, 43_200],
];
const maxTicks = 5;

/** Round times from 0 to the end; the end itself, unless the last round time is next to it. */
export function ticksOf(durationSeconds: number): number[] {
  const step = tickSteps.find((seconds) => durationSeconds / seconds <= maxTicks) ?? 86_400;
  const round = Array.from({ length: Math.floor(durationSeconds / step) + 1 }, (_, n) => n * step);
  const last = round.at(-1) ?? 0;
  if (last === durationSeconds) return round;
  const nearEnd = durationSeconds - last < step / 2 && round.length > 1;
  return [...(nearEnd ? round.slice(0, -1) : round), durationSeconds];
}

/** "90 s", "2 min", "1 h 30 min": as short as an axis needs it. */
export function printTime(seconds: number): string {
  if (seconds === 0) return "0 s";
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds > 3600 && seconds % 60 === 0) {
    return `${Math.floor(seconds / 3600)} h ${(seconds % 3600) / 60} min`;
  }
  return seconds % 60 === 0 && seconds >= 120 ? `${seconds / 60} min` : `${seconds} s`;
}
