/** The logs that were opened; asked for when somebody looks. */
import { useEffect } from "react";
import { create } from "zustand";
import type { LogEntry } from "../../app/contract/rpc/services.ts";
import { messageOf, services, useConnection } from "./services.ts";

export interface LogsState {
  readonly status: "loading" | "ready" | "failed";
  readonly message: string | null;
  readonly logs: readonly LogEntry[];
}

const useLogStore = create<LogsState>()(() => ({ status: "loading", message: null, logs: [] }));

async function loadLogs(): Promise<void> {
  try {
    const logs = await services().logs.list.query();
    useLogStore.setState({ status: "ready", message: null, logs });
  } catch (error) {
    useLogStore.setState({ status: "failed", message: messageOf(error) });
  }
}

/** Listed anew by each component that begins to use it. */
export function useLogs(): LogsState {
  const connection = useConnection();
  useEffect(() => {
    if (connection === "open") void loadLogs();
  }, [connection]);
  return useLogStore();
}
