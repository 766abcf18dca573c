/** Exports under way: files that the services make, one of each kind at a time, each of which can be cancelled. */
import { useEffect, useRef, useState } from "react";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import { ask, type Call } from "../services/ask.ts";
import { saveOrTell } from "./files.ts";

export interface Exports<Kind extends string> {
  readonly running: ReadonlySet<Kind>;
  /**
   * Makes a file and saves it, one after the other, until one cannot be made, which is told under the title
   * `failure`, or is not saved; nothing once it is cancelled.
   */
  start(kind: Kind, failure: string, ...makes: readonly Call<ExportedFile>[]): Promise<void>;
  cancel(kind: Kind): void;
}

export function useExports<Kind extends string>(): Exports<Kind> {
  const [running, setRunning] = useState<ReadonlySet<Kind>>(new Set());
  const aborts = useRef(new Map<Kind, AbortController>());
  // Nobody waits any longer for what is left behind.
  useEffect(() => {
    const started = aborts.current;
    return () => {
      for (const abort of started.values()) abort.abort();
    };
  }, []);
  const start: Exports<Kind>["start"] = async (kind, failure, ...makes) => {
    if (aborts.current.has(kind)) return;
    const abort = new AbortController();
    aborts.current.set(kind, abort);
    setRunning(new Set(aborts.current.keys()));
    try {
      for (const make of makes) if (!(await saveMade(failure, abort.signal, make))) break;
    } finally {
      aborts.current.delete(kind);
      setRunning(new Set(aborts.current.keys()));
    }
  };
  return { running, start, cancel: (kind) => aborts.current.get(kind)?.abort() };
}

/** Whether it was saved. */
async function saveMade(
  failure: string,
  signal: AbortSignal,
  make: Call<ExportedFile>,
): Promise<boolean> {
  const file = await ask(failure, make, { signal });
  return file !== null && saveOrTell(failure, file);
}
