// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { compareMetric } from "../../../app/domain/statistics/compare-metrics.ts";
import { show } from "../../components/testing/render.tsx";
import { askedServices } from "../../state/testing/asked-services.tsx";
import { Sureness } from "./Sureness.tsx";

const metric = { name: "p99", unit: "milliseconds" as const, better: "lower" as const };
const comparison = compareMetric({
  metric,
  samples: { kind: "paired", base: [10, 11], variant: [20, 21] },
});
const study = { id: "a study", repeats: 2 } as StudyState;

it("offers the runs that a proof takes beyond those that there are, where they can be made", () => {
  const asked = askedServices({ "studies.resume": null });
  const { rerender } = show(<Sureness {...{ comparison, study }} missing={4} />);
  expect(screen.getByText("2 pairs: too few to prove, 6 needed")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Run 4 more" }));
  expect(asked.questions("studies.resume")).toEqual([{ studyId: "a study", repeats: 6 }]);
  rerender(<Sureness comparison={comparison} study={null} missing={0} />);
  expect(screen.queryByRole("button")).toBeNull();
});
