/** Starting a run: one at a time from this form, and a refusal goes to its field. */
import { useState } from "react";
import type { Failure } from "../../../app/contract/result.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import type { Draft } from "../../../app/domain/scenario-form/draft.ts";
import { type FieldIssue, issueOfMessage } from "../../../app/domain/scenario-form/issues.ts";
import { removeLeftovers, startRun } from "../../state/library/start-run.ts";
import { askExpectation } from "../../state/player/expectations.ts";
import { laneExpectationsOf } from "../../state/player/lane-expectations.ts";

export interface Refusal {
  /** Null where the refusal is not about one field. */
  readonly issue: FieldIssue | null;
  readonly failure: Failure;
}

export interface Starter {
  readonly starting: boolean;
  /** Why the last start failed; gone as soon as anything was changed. */
  readonly refusal: Refusal | null;
  /** `expecting`: it pauses where it begins, for what one expects to be drawn. */
  start(preset: string | null, expecting?: boolean): Promise<Refusal | null>;
  dismiss(): void;
  /** What interrupted runs left in the folders of this experiment goes; the refusal with it. */
  clean(): Promise<void>;
}

export function useStart(draft: Draft | null): Starter {
  const [starting, setStarting] = useState(false);
  const [refused, setRefused] = useState<{ refusal: Refusal; content: unknown } | null>(null);
  const content = draft?.present ?? null;

  const start = async (preset: string | null, expecting = false): Promise<Refusal | null> => {
    if (content === null || starting) return null;
    const { scenario } = content;
    setStarting(true);
    setRefused(null);
    const result = await startRun(scenario, preset, expecting ? { paused: true } : {});
    setStarting(false);
    if (result.ok) {
      if (expecting) askExpectation(laneExpectationsOf(result.value.id));
      return null;
    }
    const refusal = { issue: issueOf(result.error, scenario), failure: result.error };
    setRefused({ refusal, content });
    return refusal;
  };
  return {
    starting,
    refusal: refused !== null && refused.content === content ? refused.refusal : null,
    start,
    dismiss: () => setRefused(null),
    clean: async () => {
      if (content !== null && (await removeLeftovers(content.scenario))) setRefused(null);
    },
  };
}

/** A folder that a run must not use is named by its path: the volume with that folder is meant. */
function issueOf(failure: Failure, scenario: Scenario): FieldIssue | null {
  if (failure.code !== "folderRefused" && failure.code !== "folderLeftover")
    return issueOfMessage(failure.message, scenario);
  const { volumes } = scenario.storage;
  const named = volumes.findIndex(
    ({ folder }) => typeof folder === "string" && failure.message.includes(folder),
  );
  const index = named === -1 ? 0 : named;
  const path = ["storage", "volumes", index, "folder"];
  return { path, place: path.join("."), message: failure.message };
}
