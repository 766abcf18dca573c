/** Studies as a screen follows them: how far the runs of a comparison are, and what can be done to it. */
import { useEffect } from "react";
import { create } from "zustand";
import { type Result, success } from "../../../app/contract/result.ts";
import type { StudyRequest, StudyState } from "../../../app/contract/rpc/studies.ts";
import type { StudyResults } from "../../../app/contract/study-results.ts";
import { useLibrary } from "../library/library.ts";
import { answerTo, askToDo, type Call, follow } from "../services/ask.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { useConnection } from "../services/services.ts";

export interface FollowedStudy {
  /** Null until it is known, and of none. */
  readonly study: StudyState | null;
  readonly message: string | null;
}

interface Following {
  /** The study that was looked at last. */
  readonly id: string | null;
  readonly followed: FollowedStudy;
  /** One that is not running tells nothing more, until it is followed anew. */
  readonly resumptions: number;
}

const none: FollowedStudy = { study: null, message: null };

const useFollowing = create<Following>()(() => ({ id: null, followed: none, resumptions: 0 }));

/** Followed while it runs; null: none. */
export function useStudy(studyId: string | null): FollowedStudy {
  const connection = useConnection();
  const { id, followed, resumptions } = useFollowing();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was resumed is followed anew
  useEffect(() => {
    if (studyId !== null && connection === "open") return followStudy(studyId);
    return undefined;
  }, [studyId, connection, resumptions]);
  return id === studyId ? followed : none;
}

function followStudy(id: string): () => void {
  let heard = false;
  const tell = (followed: FollowedStudy): void => useFollowing.setState({ id, followed });
  return follow<StudyState>(
    (services, listener) => services.studies.watch.subscribe({ studyId: id }, listener),
    {
      onData: (study) => {
        heard = true;
        tell({ study, message: null });
      },
      onFailed: (message) => tell({ study: null, message }),
      onComplete: () => {
        if (!heard) tell({ study: null, message: "It was deleted." });
      },
    },
  );
}

const noStudies: readonly StudyState[] = [];

/** How many runs of studies the library has: with another number of them there may be other studies. */
export const useRunsOfStudies = (): number =>
  useLibrary(({ entries }) => entries.filter(({ study }) => study !== undefined).length);

/** All of them, the newest first; asked anew when the library has other runs of studies. */
export function useStudies(): readonly StudyState[] {
  const key = ["studies", useRunsOfStudies()];
  // Until the answer is there those before stand in: an open menu of them does not close.
  const { value } = useFetched({ key, ask: allStudies }, { placeholderData: standingIn(key, 1) });
  return value ?? noStudies;
}

const allStudies: Call<readonly StudyState[]> = async (services, signal) =>
  success(await services.studies.list.query(undefined, { signal }));

/**
 * What it comes to so far, asked anew as runs end; null: of none. `metric`: to be told of beside those that
 * always are.
 */
export function useStudyResults(
  study: StudyState | null,
  metric: string | null,
  leastEffect?: number,
): Loading<StudyResults> {
  const over = study?.runs.filter(({ status }) => status === "completed").length;
  const key = study === null ? null : ["study results", study.id, metric, leastEffect, over];
  return useFetched(
    {
      key,
      ask: (services, signal) => {
        const question = {
          studyId: study?.id ?? "",
          ...(metric === null ? {} : { metric }),
          ...(leastEffect === undefined ? {} : { leastEffect }),
        };
        return services.studies.results.query(question, { signal });
      },
    },
    { placeholderData: standingIn(key, 2) },
  );
}

export const startStudy = (request: StudyRequest): Promise<Result<{ readonly studyId: string }>> =>
  answerTo((services, signal) => services.studies.start.mutate(request, { signal }));

export const cancelStudy = (studyId: string): Promise<boolean> =>
  askToDo("The runs were not cancelled", (services, signal) =>
    services.studies.cancel.mutate({ studyId }, { signal }),
  );

/** One that was over may have come to more: it goes on, or results of it were imported. */
export const followAnew = (): void =>
  useFollowing.setState(({ resumptions }) => ({ resumptions: resumptions + 1 }));

/** `repeats`: so many of each point, with the seeds that follow; left out: what is missing of them. */
export async function resumeStudy(studyId: string, repeats?: number): Promise<void> {
  const request = { studyId, ...(repeats === undefined ? {} : { repeats }) };
  const resumes = await askToDo("The runs did not go on", (services, signal) =>
    services.studies.resume.mutate(request, { signal }),
  );
  if (resumes) followAnew();
}
