/** The papers' figures: what came with the program, what was computed here, and what is taken from them. */

import type { DevicePresetName } from "../../../app/contract/device-presets.ts";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { FigureHere, FigurePointRef } from "../../../app/contract/rpc/figures.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { draftOf } from "../../../app/domain/scenario-form/draft.ts";
import { putOnDevice } from "../../../app/domain/scenario-form/one-device.ts";
import { startStudy, useRunsOfStudies } from "../comparison/studies.ts";
import { addOwn } from "../experiments/drafts.ts";
import { ask, type Call } from "../services/ask.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { useNavigation } from "../shell/navigation.ts";

export const useFigures = (): Loading<readonly FigureAnswer[]> =>
  useFetched({
    key: ["figures"],
    ask: (services, signal) => services.figures.list.query(undefined, { signal }),
  });

/** The newest study in the library that computes it, asked anew when the library has other runs of studies; null: none. */
export function useStudyOf(id: string): string | null {
  const key = ["study of figure", id, useRunsOfStudies()];
  return useFetched(
    { key, ask: (services, signal) => services.figures.studyOf.query({ id }, { signal }) },
    { placeholderData: standingIn(key, 2) },
  ).value;
}

/** What the runs of a study of it come to so far; null: of none. */
export function useFigureHere(id: string, study: StudyState | null): Loading<FigureHere> {
  const over = study?.runs.filter(({ status }) => status === "completed").length ?? 0;
  return useFetched({
    key: study === null || over === 0 ? null : ["figure here", id, study.id, over],
    ask: (services, signal) =>
      services.figures.here.query({ id, studyId: study?.id ?? "" }, { signal }),
  });
}

/** Its id; null where it could not begin, which is told. */
export async function computeHere(id: string): Promise<string | null> {
  const started = await ask("The figure is not computed", async (services, signal) => {
    const plan = await services.figures.plan.query({ id }, { signal });
    return plan.ok ? startStudy(plan.value) : plan;
  });
  return started?.studyId ?? null;
}

/** The scenario of a point, with a device of the user's kind in place of the paper's, on the form. */
export async function openOnStorage(
  point: FigurePointRef,
  device: DevicePresetName,
): Promise<void> {
  const scenario = await ask("The scenario was not opened", (services, signal) =>
    services.figures.scenario.query(point, { signal }),
  );
  if (scenario === null) return;
  addOwn(putOnDevice(draftOf(scenario), device), { preset: null, file: null, sweep: null });
  useNavigation.getState().openScreen("experiments");
}

export const exportedFigure =
  (id: string): Call<ExportedFile> =>
  (services, signal) =>
    services.figures.export.mutate({ id }, { signal });
