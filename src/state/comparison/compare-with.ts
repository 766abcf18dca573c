/** What "Compare with..." is asked of: the experiment on the form, or what a run was asked for. */
import { create } from "zustand";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { messageOf, services } from "../services/services.ts";
import { notify } from "../shell/notifications.ts";

export interface AskedComparison {
  readonly scenario: Scenario;
  /** What it was made from, where it differs; null: it is as it came. */
  readonly origin: Scenario | null;
}

/** Null: nothing is asked. */
export const useAskedComparison = create<{ readonly asked: AskedComparison | null }>()(() => ({
  asked: null,
}));

export const askComparison = (asked: AskedComparison | null): void =>
  useAskedComparison.setState({ asked });

export async function askComparisonOfRun({ id }: Pick<RunEntry, "id">): Promise<void> {
  const failed = (body: string): void =>
    notify({ intent: "error", title: "The run cannot be compared", body });
  try {
    const details = await services().library.details.query({ runId: id });
    if (details.ok) askComparison({ scenario: details.value.scenario, origin: null });
    else failed(details.error.message);
  } catch (error) {
    failed(messageOf(error));
  }
}
