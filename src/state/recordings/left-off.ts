/**
 * How recordings were left: where one was in each, and which of its records were shown. Kept with the
 * settings, of the recordings that were used last; what this version does not understand is not there.
 */
import { useCallback, useMemo } from "react";
import * as z from "zod";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { type RecordFilter, recordFilterSchema } from "../../../app/contract/rpc/records.ts";
import { fastestSpeed, slowestSpeed } from "../../../app/domain/timeline/playback.ts";
import type { LeftOff, PlayerMemory } from "../player/player.ts";
import { readSetting, useSetting, writeSetting } from "../services/settings.ts";
import { recordingKey } from "./recording.ts";

interface Entry<T> {
  /** Key of the recording. */
  readonly of: string;
  readonly value: T;
}

/** Those used longest ago make room. */
const mostKept = 50;

function entriesOf<T>(value: z.ZodType<T>): z.ZodType<readonly Entry<T>[]> {
  const entry = z.object({ of: z.string(), value });
  // One that cannot be read takes no other with it.
  return z.array(z.unknown()).transform((all) =>
    all.flatMap((one): Entry<T>[] => {
      const read = entry.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

const spanSchema = z
  .object({ startMs: z.number(), endMs: z.number() })
  .refine(({ startMs, endMs }) => startMs <= endMs);

const leftOffSchema: z.ZodType<LeftOff> = z.object({
  playheadMs: z.number(),
  view: spanSchema.nullable(),
  selection: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("record"), index: z.int().nonnegative() }),
      z.object({ kind: z.literal("band"), id: z.string() }),
      z.object({ kind: z.literal("span"), span: spanSchema }),
    ])
    .nullable(),
  speed: z.number().min(slowestSpeed).max(fastestSpeed),
  skipIdle: z.boolean(),
});

const placesKey = "replay.places";
const filtersKey = "replay.filters";
const placesSchema = entriesOf(leftOffSchema);
const filtersSchema = entriesOf<RecordFilter>(recordFilterSchema);
const nothing: readonly Entry<never>[] = [];

/** With the value as the last one used; null takes it away. */
function withValue<T>(
  entries: readonly Entry<T>[],
  of: string,
  value: T | null,
): readonly Entry<T>[] {
  const others = entries.filter((entry) => entry.of !== of);
  return value === null ? others : [...others, { of, value }].slice(-mostKept);
}

const valueIn = <T>(entries: readonly Entry<T>[], of: string): T | null =>
  entries.find((entry) => entry.of === of)?.value ?? null;

const places = () => readSetting(placesKey, placesSchema, nothing);

/** Where one is in a recording, for its player. */
export function placeIn(recording: RecordingRef): PlayerMemory {
  const of = recordingKey(recording);
  return {
    recall: () => valueIn(places(), of),
    keep: (left) => writeSetting(placesKey, withValue(places(), of, left)),
  };
}

/** Null: all records are shown. */
export function useKeptFilter(
  recording: RecordingRef,
): [RecordFilter | null, (filter: RecordFilter | null) => void] {
  const of = recordingKey(recording);
  const [entries, keep] = useSetting<readonly Entry<RecordFilter>[]>(
    filtersKey,
    filtersSchema,
    nothing,
  );
  const filter = useMemo(() => valueIn(entries, of), [entries, of]);
  const change = useCallback(
    (next: RecordFilter | null) =>
      keep(withValue(readSetting(filtersKey, filtersSchema, nothing), of, next)),
    [keep, of],
  );
  return [filter, change];
}

/** Forgets recordings that are removed. */
export function forgetLeftOff(keys: ReadonlySet<string>): void {
  const forget = <T>(setting: string, schema: z.ZodType<readonly Entry<T>[]>): void => {
    const entries = readSetting(setting, schema, nothing);
    const kept = entries.filter(({ of }) => !keys.has(of));
    if (kept.length < entries.length) writeSetting(setting, kept);
  };
  forget(placesKey, placesSchema);
  forget(filtersKey, filtersSchema);
}
