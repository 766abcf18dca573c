/**
 * Server presets: the data files of assets/servers, each with a source for every figure. `{preset}` in a
 * scenario's server stands for the figures of one; what stands beside it goes before them.
 */
import cloud2Vcpu from "../../assets/servers/cloud-2-vcpu.json" with { type: "json" };
import dell from "../../assets/servers/dell.json" with { type: "json" };
import laptop from "../../assets/servers/laptop.json" with { type: "json" };
import server32Cores from "../../assets/servers/server-32-cores.json" with { type: "json" };
import sqlcat from "../../assets/servers/sqlcat.json" with { type: "json" };
import sqlskills from "../../assets/servers/sqlskills.json" with { type: "json" };
import tuningPost from "../../assets/servers/tuning-post.json" with { type: "json" };
import type { AssumedRanges } from "./assumed-range.ts";
import { scenarioFormatVersion } from "./fields.ts";
import {
  fileSystemOfWindows,
  noSparseFileLimit,
  type SparseFileLimit,
} from "./windows-versions.ts";

/** What a preset says of a server. */
export interface ServerPresetFigures {
  readonly schedulers: number;
  readonly coreSpeedPercent: number;
  readonly memoryMiB: number;
}

export interface ServerPreset {
  readonly title: string;
  readonly description: string;
  readonly server: ServerPresetFigures;
  /** Whose file system limits sparse files. */
  readonly windows: { readonly version: string; readonly source: string };
  /** Where each figure is from. */
  readonly sources: Readonly<Record<keyof ServerPresetFigures, string>>;
  /** What the figures may be that are assumed; there is none of any other. */
  readonly ranges: AssumedRanges;
}

/** In the order in which people look for them: the papers' servers, then what there is now. */
const presets = {
  sqlcat,
  sqlskills,
  dell,
  "tuning-post": tuningPost,
  "cloud-2-vcpu": cloud2Vcpu,
  "server-32-cores": server32Cores,
  laptop,
} as const satisfies Readonly<Record<string, ServerPreset>>;

export type ServerPresetName = keyof typeof presets;
export const serverPresetNames = Object.keys(presets) as [ServerPresetName, ...ServerPresetName[]];

export const isServerPreset = (name: string): name is ServerPresetName =>
  Object.hasOwn(presets, name);

export const serverPreset = (name: ServerPresetName): ServerPreset => presets[name];

/** What the file system of a preset's server holds of one sparse file; null: of no preset. */
export const sparseFileLimitOf = (
  name: ServerPresetName | null,
  formatVersion: unknown = scenarioFormatVersion,
): SparseFileLimit =>
  name === null
    ? noSparseFileLimit
    : fileSystemOfWindows(serverPreset(name).windows.version, formatVersion).limit;

/** Whether a scenario's limit is that of a preset's server, and nobody's own: of its format, or of today's by a form. */
export const isLimitOf = (
  name: ServerPresetName | null,
  storage: Readonly<Record<string, unknown>>,
  formatVersion: unknown,
): boolean =>
  [formatVersion, scenarioFormatVersion].some((version) =>
    Object.entries(sparseFileLimitOf(name, version)).every(
      ([key, value]) => storage[key] === value,
    ),
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A raw scenario with its server's preset replaced by the figures, and by the limit of its file system
 * where storage names none, as the scenario's format means it; an unknown name is left to be refused.
 */
export function withServerPreset(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.server)) return raw;
  const { preset, ...own } = raw.server;
  if (typeof preset !== "string" || !isServerPreset(preset)) return raw;
  const server = { ...serverPreset(preset).server, basedOn: preset, ...own };
  // The files of a real run are on this machine's file system.
  if (raw.mode === "real" || !isRecord(raw.storage)) return { ...raw, server };
  const limit = sparseFileLimitOf(preset, raw.formatVersion);
  return { ...raw, server, storage: { ...limit, ...raw.storage } };
}

/** A raw scenario whose server's preset was just named: figures from before it no longer count. */
export function withPresetAlone(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.server)) return raw;
  const { schedulers, coreSpeedPercent, memoryMiB, basedOn, ...server } = raw.server;
  const former = typeof basedOn === "string" && isServerPreset(basedOn) ? basedOn : null;
  if (!isRecord(raw.storage) || !isLimitOf(former, raw.storage, raw.formatVersion)) {
    return { ...raw, server };
  }
  const { sparseFileLimitMiB, sparseFileLimitError, ...storage } = raw.storage;
  return { ...raw, server, storage };
}
