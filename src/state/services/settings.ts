/** Values that outlive the window: theme, place, column choices, drafts. The services keep them. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import * as z from "zod";
import { notify } from "../shell/notifications.ts";
import { onConnection, services } from "./services.ts";
import { SettingsKeeper } from "./settings-keeper.ts";

/** Long enough to gather what one types, short enough that a reload loses nothing. */
const saveAfterMs = 200;

/** Each is told of once: a draft is saved with every change. */
const told = new Set<string>();

function tellNotKept(key: string, message: string): void {
  if (told.has(key)) return;
  told.add(key);
  notify({
    intent: "warning",
    title: "A change is not kept for the next start",
    body: `${message}. Export what matters as a file.`,
  });
}

const keeper = new SettingsKeeper({
  save: async (key, value) => {
    try {
      const saved = await services().settings.put.mutate({ key, value });
      // A value that is refused (too large) would be refused again: only lost connections are retried.
      if (!saved.ok) tellNotKept(key, saved.error.message);
      return true;
    } catch {
      return false;
    }
  },
  later: (task) => {
    const timer = setTimeout(task, saveAfterMs);
    return () => clearTimeout(timer);
  },
});

/** In the session's storage: what a page that is left had not saved yet, by key. */
const handedOver = "snapscope.unsaved-settings";

const unsavedSchema = z.record(z.string(), z.unknown());

/**
 * Leaves what is unsaved to the next page of this window. Storage takes it at once; a message to the
 * services need not leave a page that is going, nor arrive before the next page asks.
 */
function handOver(): void {
  const unsaved = keeper.unsaved();
  if (Object.keys(unsaved).length === 0) sessionStorage.removeItem(handedOver);
  else sessionStorage.setItem(handedOver, JSON.stringify(unsaved));
}

function takeOver(): void {
  const left = sessionStorage.getItem(handedOver);
  if (left === null) return;
  sessionStorage.removeItem(handedOver);
  const values = unsavedSchema.safeParse(JSON.parse(left));
  if (!values.success) return;
  for (const [key, value] of Object.entries(values.data)) keeper.put(key, value);
}

/** Fetches what is kept; to be awaited before the first screen, so that nothing jumps. */
export async function loadSettings(): Promise<void> {
  keeper.load(await services().settings.all.query());
  takeOver();
}

/** What came to be kept meanwhile, such as what a file brought that was opened. */
export async function fetchSettings(): Promise<void> {
  try {
    keeper.load(await services().settings.all.query());
  } catch {
    // The connection is away, which is told elsewhere.
  }
}

/** Saves when the page may go away, and when a lost connection is back. */
export function keepSettingsSafe(): () => void {
  const save = (): void => void keeper.flush();
  const whenHidden = (): void => {
    if (document.visibilityState === "hidden") save();
  };
  const leave = (): void => {
    handOver();
    save();
  };
  document.addEventListener("visibilitychange", whenHidden);
  window.addEventListener("pagehide", leave);
  const ends = onConnection((state) => {
    if (state === "open") save();
  });
  return () => {
    document.removeEventListener("visibilitychange", whenHidden);
    window.removeEventListener("pagehide", leave);
    ends();
  };
}

/** A kept value that the schema accepts; else, as after a change of version, the fallback. */
function parsed<T>(schema: z.ZodType<T>, value: unknown, fallback: T): T {
  if (value === undefined) return fallback;
  const result = schema.safeParse(value);
  return result.success ? result.data : fallback;
}

export const readSetting = <T>(key: string, schema: z.ZodType<T>, fallback: T): T =>
  parsed(schema, keeper.get(key), fallback);

export const writeSetting = (key: string, value: unknown): void => keeper.put(key, value);

export const onSettings = (listener: () => void): (() => void) => keeper.subscribe(listener);

/** Like `useState`, for a value that is kept. `schema` and `fallback` should be constants. */
export function useSetting<T>(
  key: string,
  schema: z.ZodType<T>,
  fallback: T,
): [T, (value: T) => void] {
  const raw = useSyncExternalStore(onSettings, () => keeper.get(key));
  const value = useMemo(() => parsed(schema, raw, fallback), [schema, raw, fallback]);
  const change = useCallback((next: T) => keeper.put(key, next), [key]);
  return [value, change];
}
