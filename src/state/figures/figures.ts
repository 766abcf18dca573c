/** The papers' figures: what came with the program, what was computed here, and what is taken from them. */

import type { DevicePresetName } from "../../../app/contract/device-presets.ts";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import type { Result } from "../../../app/contract/result.ts";
import type { FigureHere, FigurePointRef } from "../../../app/contract/rpc/figures.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { draftOf } from "../../../app/domain/scenario-form/draft.ts";
import { putOnDevice } from "../../../app/domain/scenario-form/one-device.ts";
import { startStudy, useRunsOfStudies } from "../comparison/studies.ts";
import { addOwn } from "../experiments/drafts.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { messageOf, services } from "../services/services.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";

export const useFigures = (): Loading<readonly FigureAnswer[]> =>
  useFetched({ key: ["figures"], ask: () => services().figures.list.query() });

/** The newest study in the library that computes it, asked anew when the library has other runs of studies; null: none. */
export function useStudyOf(id: string): string | null {
  const key = ["study of figure", id, useRunsOfStudies()];
  return useFetched(
    { key, ask: (signal) => services().figures.studyOf.query({ id }, { signal }) },
    { placeholderData: standingIn(key, 2) },
  ).value;
}

/** What the runs of a study of it come to so far; null: of none. */
export function useFigureHere(id: string, study: StudyState | null): Loading<FigureHere> {
  const over = study?.runs.filter(({ status }) => status === "completed").length ?? 0;
  return useFetched({
    key: study === null || over === 0 ? null : ["figure here", id, study.id, over],
    ask: (signal) => services().figures.here.query({ id, studyId: study?.id ?? "" }, { signal }),
  });
}

async function orTold<T>(title: string, ask: () => Promise<Result<T>>): Promise<T | null> {
  try {
    const answer = await ask();
    if (answer.ok) return answer.value;
    notify({ intent: "error", title, body: answer.error.message });
  } catch (error) {
    notify({ intent: "error", title, body: messageOf(error) });
  }
  return null;
}

/** Its id; null where it could not begin, which is told. */
export async function computeHere(id: string): Promise<string | null> {
  const started = await orTold("The figure is not computed", async () => {
    const plan = await services().figures.plan.query({ id });
    return plan.ok ? startStudy(plan.value) : plan;
  });
  return started?.studyId ?? null;
}

/** The scenario of a point, with a device of the user's kind in place of the paper's, on the form. */
export async function openOnStorage(
  point: FigurePointRef,
  device: DevicePresetName,
): Promise<void> {
  const scenario = await orTold("The scenario was not opened", () =>
    services().figures.scenario.query(point),
  );
  if (scenario === null) return;
  addOwn(putOnDevice(draftOf(scenario), device), { preset: null, file: null, sweep: null });
  useNavigation.getState().openScreen("experiments");
}

export const exportedFigure = (id: string, signal: AbortSignal) =>
  services().figures.export.mutate({ id }, { signal });
