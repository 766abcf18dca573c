// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RunDetails as Known } from "../../../app/contract/rpc/timeline-data.ts";
import { fakeRestore } from "../../../app/contract/testing/fake-backups.ts";
import { fakeSummary } from "../../../app/contract/testing/fake-summary.ts";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { show } from "../../components/testing/render.tsx";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { runEntry } from "../../state/testing/run-entries.ts";
import { RunDetails } from "./RunDetails.tsx";

const scenario = presetScenario("restore-after-a-wrong-update");
const summary = { ...fakeSummary(scenario, "completed"), timeline: [] };

function showRun(part: Partial<typeof summary>): void {
  const entry = runEntry({ status: "completed", verified: false });
  const details: Known = {
    ...{ entry, scenario, summary: { ...summary, ...part } },
    origin: summary.run.origin,
  };
  askedServices({ "library.details": details });
  show(
    <WithAnswers>
      <RunDetails entry={entry} knownTags={[]} />
    </WithAnswers>,
  );
}

it("says of a run what was lost and what reverts and restores came to", async () => {
  const snapshots = summary.snapshots.map((snapshot) => ({
    ...{ ...snapshot, state: "suspect", verified: false },
    lost: { atMs: 87_340, reason: "the disk is full" },
  }));
  showRun({ snapshots, restores: [fakeRestore] });
  expect(
    await screen.findByText(/^Snapshot ‘sales_snapshot_1’ was lost at .* full\.$/),
  ).toBeDefined();
  expect(screen.getByText(/^The database was restored to what it was at 21:49:27/)).toBeDefined();
});

it("says nothing of acts where there were none", async () => {
  showRun({});
  expect(await screen.findByText("Results")).toBeDefined();
  expect(screen.queryByText("What was done")).toBeNull();
});
