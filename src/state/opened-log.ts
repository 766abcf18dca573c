/** An opened ERRORLOG as the player shows it. */
import { useMemo } from "react";
import type { OpenedLog } from "../../app/contract/rpc/services.ts";
import { timelineOfLog } from "../../app/domain/timeline/log-timeline.ts";
import type { Timeline } from "../../app/domain/timeline/timeline.ts";
import { useFetched } from "./loading.ts";
import { services } from "./services.ts";

export interface OpenedLogState {
  readonly status: "loading" | "ready" | "failed";
  readonly timeline: Timeline | null;
  readonly log: OpenedLog | null;
  readonly message: string | null;
}

const fetchLog = (id: string) => services().logs.get.query({ id });

export function useOpenedLog(logId: string | null): OpenedLogState {
  const { status, value: log, message } = useFetched(logId, fetchLog);
  const timeline = useMemo(() => (log === null ? null : timelineOfLog(log)), [log]);
  return { status, timeline, log, message };
}
