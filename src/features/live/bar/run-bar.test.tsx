// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { stopping } from "../../../../app/domain/run/run-activity.ts";
import { seriesOf, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import { RunBar } from "./RunBar.tsx";
import type { RunControls } from "./run-controls.ts";

const controls: RunControls = {
  pace: 10,
  stopping: false,
  killed: false,
  setPace: vi.fn(),
  togglePause: vi.fn(),
  step: vi.fn(),
  prolong: vi.fn(),
  setBreak: vi.fn(),
  stop: vi.fn(),
  endAtOnce: vi.fn(),
};
const activity = {
  kind: "running",
  text: "Running",
  detail: null,
  announcement: "Running",
} as const;

describe("the times of a run", () => {
  it("have hundredths where the engine measured them, and none where they are still to come", () => {
    const timeline = { ...timelineOf([], seriesOf([72_970])), plannedEndMs: 120_000 };
    show(<RunBar {...{ timeline, activity, controls }} remainingWallMs={4703} />);
    const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(values.slice(1)).toEqual(["1 min 12.97 s", "47 s"]);
    const names = screen.getAllByRole("term").map(({ textContent }) => textContent);
    expect(names.at(-1)).toBe("Remaining (about 5 s of your time)");
  });
});

describe("the state of the moment", () => {
  it("is all in a tooltip, where the bar has no room for it", () => {
    const redo = { ...activity, text: "Redo 41 %", detail: "Creating sales_snapshot_1" };
    show(<RunBar timeline={null} activity={redo} controls={controls} remainingWallMs={null} />);
    expect(screen.getByTestId("run-activity").title).toBe("Redo 41 % · Creating sales_snapshot_1");
  });
});

describe("a run that is paused", () => {
  it("is offered to go on, and one that takes only a stop is offered nothing else", () => {
    const bar = (kind: "paused" | "restoring") => (
      <RunBar
        timeline={null}
        activity={{ ...activity, kind }}
        controls={controls}
        remainingWallMs={null}
      />
    );
    const isClosed = (name: string) =>
      screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
    const { rerender } = show(bar("paused"));
    expect([isClosed("Resume"), isClosed("Step to next phase")]).toEqual([false, false]);
    rerender(bar("restoring"));
    expect([isClosed("Pause"), isClosed("Step to next phase")]).toEqual([true, true]);
    expect(screen.getByRole("button", { name: "Stop" }).ariaDisabled).not.toBe("true");
  });
});

describe("a run that was asked to stop", () => {
  it("is not ended by a second press on Stop, which stays where it was", () => {
    const given: RunControls = { ...controls, stop: vi.fn(), endAtOnce: vi.fn() };
    const bar = (stopped: boolean) => (
      <RunBar
        timeline={null}
        activity={stopped ? stopping : activity}
        controls={{ ...given, stopping: stopped }}
        remainingWallMs={null}
      />
    );
    const { rerender } = show(bar(false));
    const stop = screen.getByRole("button", { name: "Stop" });
    fireEvent.click(stop);
    rerender(bar(true));
    expect(screen.getByRole("button", { name: "Stop" })).toBe(stop);
    fireEvent.click(stop);
    expect(given.stop).toHaveBeenCalledTimes(1);
    expect(given.endAtOnce).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "End at once" }));
    expect(given.endAtOnce).toHaveBeenCalledTimes(1);
  });
});
