/** What "Compare with..." is asked of: the experiment on the form, or what a run was asked for. */
import { create } from "zustand";
import type { Recommendation } from "../../../app/contract/recommendation.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { RunDetails } from "../../../app/contract/rpc/timeline-data.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { detailsOf } from "../library/run-details.ts";
import { ask } from "../services/ask.ts";

export interface AskedComparison {
  readonly scenario: Scenario;
  /** What it was made from, where it differs; null: it is as it came. */
  readonly origin: Scenario | null;
  /** What is proposed to differ; null: nothing in particular. */
  readonly recommendation: Recommendation | null;
}

/** Null: nothing is asked. */
export const useAskedComparison = create<{ readonly asked: AskedComparison | null }>()(() => ({
  asked: null,
}));

export const askComparison = (asked: AskedComparison | null): void =>
  useAskedComparison.setState({ asked });

export const askComparisonOfRun = (run: Pick<RunEntry, "id">): Promise<void> =>
  askAbout(run, ({ scenario }) => ({ scenario, origin: null, recommendation: null }));

/** A recommendation is of the run as it was, what was done to it meanwhile included. */
export const askRecommended = (
  run: Pick<RunEntry, "id">,
  recommendation: Recommendation,
): Promise<void> =>
  askAbout(run, ({ scenario, summary }) => ({
    scenario: summary?.scenario ?? scenario,
    origin: null,
    recommendation,
  }));

async function askAbout(
  { id }: Pick<RunEntry, "id">,
  question: (run: RunDetails) => AskedComparison,
): Promise<void> {
  const details = await ask("The run cannot be compared", detailsOf(id));
  if (details !== null) askComparison(question(details));
}
