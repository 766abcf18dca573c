/** Lessons, and how one is begun: it fills the window as a presentation does. */
import { type Result, success } from "../../../app/contract/result.ts";
import type { LessonEntry, LessonRequest } from "../../../app/contract/rpc/lessons.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { takeEntry } from "../library/library.ts";
import { answerTo } from "../services/ask.ts";
import { type Loading, useFetched } from "../services/fetching.ts";

export const useLessons = (): Loading<readonly LessonEntry[]> =>
  useFetched({
    key: ["lessons"],
    ask: async (services, signal) =>
      success(await services.lessons.list.query(undefined, { signal })),
  });

/** The runs that it is told over: completed ones of the library, or such that begin now. */
export async function beginLesson(request: LessonRequest): Promise<Result<readonly RunEntry[]>> {
  const begun = await answerTo((services, signal) =>
    services.lessons.begin.mutate(request, { signal }),
  );
  if (begun.ok) for (const entry of begun.value) takeEntry(entry);
  return begun;
}

/** Nobody waits for what it would come to. */
export const cancelRun = (runId: string): void =>
  void answerTo((services, signal) =>
    services.experiments.command.mutate({ runId, command: { kind: "cancel" } }, { signal }),
  );
