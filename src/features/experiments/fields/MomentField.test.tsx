// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { MeasurementSection } from "../sections/MeasurementSection.tsx";
import { TimelineSection } from "../sections/TimelineSection.tsx";
import { showDesigner } from "../testing/designer.tsx";

/** The update at 65 s is the fourth entry, the restore to 64 s the fifth. */
const base: Scenario = {
  ...presetScenario("restore-after-a-wrong-update"),
  startTime: "2026-03-01T10:41:00",
};
const showTimeline = (scenario = base) => showDesigner(scenario, () => <TimelineSection />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe("a moment of the timeline", () => {
  it("is told on the clock beside its seconds, of an entry and of what it goes back to", () => {
    showTimeline();
    expect(screen.getByText("at 10:42:05")).toBeDefined();
    expect(screen.getByText("at 10:42:04")).toBeDefined();
  });

  it("can be typed as the clock shows it, and is seconds once left", () => {
    const shown = showTimeline();
    const at = field("Entry 4, At");
    fireEvent.change(at, { target: { value: "10:41:50" } });
    expect(at.value).toBe("10:41:50");
    expect(shown.scenario().timeline[3]?.atSeconds).toBe(50);
    fireEvent.blur(at);
    expect(at.value).toBe("50");
    fireEvent.change(field("Entry 5, to"), { target: { value: "10:41:49.5" } });
    expect(shown.scenario().timeline[4]?.command).toMatchObject({ stopAtSeconds: 49.5 });
  });

  it("of a run on this machine is in seconds alone, since nobody knows when it begins", () => {
    const real = presetScenario("restore-on-this-machine");
    const shown = showTimeline(real);
    expect(screen.queryByText(/^at \d\d:/)).toBeNull();
    fireEvent.change(field("Entry 1, At"), { target: { value: "10:41:50" } });
    expect(shown.scenario().timeline[0]?.atSeconds).toBe(real.timeline[0]?.atSeconds);
  });

  it("moves with the clock at the start, which can be set", () => {
    const shown = showDesigner(base, () => (
      <>
        <MeasurementSection />
        <TimelineSection />
      </>
    ));
    const start = field("Clock at the start");
    fireEvent.change(start, { target: { value: "2026-03-01T02:00:00" } });
    expect(shown.scenario().startTime).toBe("2026-03-01T02:00:00");
    expect(screen.getByText("at 02:01:05")).toBeDefined();
    fireEvent.change(start, { target: { value: "two o'clock" } });
    fireEvent.blur(start);
    expect(start.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText(/^at \d\d:/)).toBeNull();
  });
});
