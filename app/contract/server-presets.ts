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
  /** Where each figure is from. */
  readonly sources: Readonly<Record<keyof ServerPresetFigures, string>>;
  /** Of the figures that are assumed, and of no others: what they may be. */
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A raw scenario with its server's preset replaced by the figures; an unknown name is left to be refused. */
export function withServerPreset(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.server)) return raw;
  const { preset, ...own } = raw.server;
  if (typeof preset !== "string" || !isServerPreset(preset)) return raw;
  return { ...raw, server: { ...serverPreset(preset).server, basedOn: preset, ...own } };
}

/** A raw scenario whose server's preset was just named: figures from before it no longer count. */
export function withPresetAlone(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.server)) return raw;
  const { schedulers, coreSpeedPercent, memoryMiB, basedOn, ...server } = raw.server;
  return { ...raw, server };
}
