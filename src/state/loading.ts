/** Something fetched for a screen: loading, there, or not to be had and why. */
import { useEffect, useState } from "react";
import type { Result } from "../../app/contract/result.ts";
import { messageOf, useConnection } from "./services.ts";

export interface Loading<T> {
  readonly status: "loading" | "ready" | "failed";
  readonly value: T | null;
  readonly message: string | null;
}

const begun: Loading<never> = { status: "loading", value: null, message: null };

/**
 * Fetches when `key` changes, and again when a lost connection is back. `fetch` may differ with
 * every render; null for the key fetches nothing.
 */
export function useFetched<T>(
  key: string | null,
  fetch: (key: string) => Promise<Result<T>>,
): Loading<T> {
  const connection = useConnection();
  const [loaded, setLoaded] = useState<{ key: string; state: Loading<T> } | null>(null);
  const done = loaded?.key === key && loaded?.state.status === "ready";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `fetch` asks for
  useEffect(() => {
    if (key === null || done || connection !== "open") return;
    let current = true;
    const settle = (state: Loading<T>): void => {
      if (current) setLoaded({ key, state });
    };
    fetch(key).then(
      (result) =>
        settle(
          result.ok
            ? { status: "ready", value: result.value, message: null }
            : { status: "failed", value: null, message: result.error.message },
        ),
      (error) => settle({ status: "failed", value: null, message: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [key, connection, done]);
  return loaded !== null && loaded.key === key ? loaded.state : begun;
}
