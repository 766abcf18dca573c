/** What a run under way is to pause at by itself: which breaks are set, which was hit, in words. */
import { type Command, commandSchema } from "../../contract/command.ts";
import { maxSizeOnDiskMiB } from "../../contract/steering-commands.ts";
import { formatNumber } from "../format/numbers.ts";

/** The event of a break. Where it comes from a run of a newer version it may be one that is not known. */
export interface Break {
  readonly event: string;
  readonly waitType?: string | undefined;
  readonly sizeMiB?: number | undefined;
}

export interface BreakHit extends Break {
  /** The snapshot that was armed, or whose sparse files are so large. */
  readonly snapshot?: string | undefined;
}

/** As it is given to the run; null: the contract knows no such break. */
export function breakCommand(one: Break, set: boolean): Command | null {
  const command = commandSchema.safeParse({ kind: "breakOn", ...one, set });
  return command.success ? command.data : null;
}

/** The largest size on disk that can be waited for. */
export const mostBreakMiB = maxSizeOnDiskMiB;

const isSame = (one: Break, other: Break): boolean =>
  one.event === other.event && one.waitType === other.waitType && one.sizeMiB === other.sizeMiB;

/** Those that are set, as commands are given and breaks are hit. */
export class SetBreaks {
  #list: readonly Break[] = [];

  get list(): readonly Break[] {
    return this.#list;
  }

  give(command: Readonly<Record<string, unknown>>): void {
    const { event, waitType, sizeMiB, set } = command;
    if (typeof event !== "string") return;
    const given: Break = {
      event,
      ...(typeof waitType === "string" ? { waitType } : {}),
      ...(typeof sizeMiB === "number" ? { sizeMiB } : {}),
    };
    const others = this.#list.filter((one) => !isSame(one, given));
    this.#list = set === false ? others : [...others, given];
  }

  /** It is hit once. */
  hit(one: BreakHit): void {
    this.#list = this.#list.filter((other) => !isSame(one, other));
  }
}

/** "when a snapshot is armed": behind "Break" and "breaks". */
export function breakText({ event, waitType, sizeMiB }: Break): string {
  switch (event) {
    case "armed":
      return "when a snapshot is armed";
    case "wait":
      return `at the first ${waitType ?? "wait"}`;
    case "sizeOnDisk":
      return `when sparse files pass ${sizeText(sizeMiB)}`;
    default:
      return `at ${event}`;
  }
}

/** "Paused where sales_snapshot_1 is armed". */
export function hitText({ snapshot, ...of }: BreakHit): string {
  const name = snapshot ?? "a snapshot";
  switch (of.event) {
    case "armed":
      return `Paused where ${name} is armed`;
    case "wait":
      return `Paused where the first ${of.waitType ?? "wait"} ended`;
    case "sizeOnDisk":
      return `Paused where the sparse files of ${name} passed ${sizeText(of.sizeMiB)}`;
    default:
      return `Paused at ${of.event}`;
  }
}

const mebibytesPerGibibyte = 1024;

function sizeText(sizeMiB: number | undefined): string {
  if (sizeMiB === undefined) return "a size";
  return sizeMiB % mebibytesPerGibibyte === 0
    ? `${formatNumber(sizeMiB / mebibytesPerGibibyte)} GiB`
    : `${formatNumber(sizeMiB)} MiB`;
}
