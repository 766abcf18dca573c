/** The logs that were opened before; the services keep them. */
import { useCallback, useEffect, useState } from "react";
import type { LogEntry } from "../../../app/contract/rpc/services.ts";
import { useNavigation } from "../../state/navigation.ts";
import { notify } from "../../state/notifications.ts";
import { messageOf, services, useConnection } from "../../state/services.ts";

export interface RecentLogsState {
  readonly status: "loading" | "ready" | "failed";
  readonly message: string | null;
  readonly logs: readonly LogEntry[];
  reload(): void;
  remove(log: LogEntry): Promise<void>;
}

type Listed = Omit<RecentLogsState, "reload" | "remove">;

export function useRecentLogs(): RecentLogsState {
  const connection = useConnection();
  const forget = useNavigation((state) => state.forget);
  const [listed, setListed] = useState<Listed>({ status: "loading", message: null, logs: [] });

  const reload = useCallback(() => {
    services()
      .logs.list.query()
      .then((logs) => setListed({ status: "ready", message: null, logs: newestFirst(logs) }))
      .catch((error: unknown) =>
        // A list that is there stays of use while the services are away.
        setListed((before) =>
          before.status === "ready"
            ? before
            : { status: "failed", message: messageOf(error), logs: [] },
        ),
      );
  }, []);
  useEffect(() => {
    if (connection === "open") reload();
  }, [connection, reload]);

  const remove = async ({ id, fileName }: LogEntry): Promise<void> => {
    const failed = (body: string): void =>
      notify({ intent: "error", title: `${fileName} was not removed`, body });
    try {
      const removed = await services().logs.remove.mutate({ id });
      if (!removed.ok) return failed(removed.error.message);
      forget({ logIds: [id] });
      setListed((before) => ({ ...before, logs: before.logs.filter((log) => log.id !== id) }));
    } catch (error) {
      failed(messageOf(error));
    }
  };
  return { ...listed, reload, remove };
}

export const newestFirst = (logs: readonly LogEntry[]): readonly LogEntry[] =>
  logs.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt));
