// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordingOverview } from "../../../app/contract/rpc/recordings.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { creationEvents, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../components/testing/render.tsx";
import { createPlayer } from "../../state/player/player.ts";
import type { RecordingState } from "../../state/recordings/recording.ts";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { RecordingHeader } from "./RecordingHeader.tsx";

// The motion of a popover would outlive its test.
beforeAll(() => {
  Object.defineProperty(Element.prototype, "animate", { value: undefined });
});

const timeline = timelineOf(creationEvents("s1", 1000));
const source = {
  ...{ kind: "errorlog", host: null, product: null, build: null, records: 15, unrecognised: 0 },
  ...{ errors: 2, timeSteps: [], timeStepCount: 0 },
};

function showHeader(parts: object = {}, more: object = {}, shown = timeline) {
  askedServices({});
  const overview = {
    ...{
      title: "sqlcat-2006.log",
      run: null,
      findings: [],
      effects: [],
      endMs: 60_000,
      phasesLeftOut: 0,
    },
    files: [{ name: "sqlcat-2006.log", kind: "errorlog" }],
    source: { ...source, ...parts },
    ...more,
  };
  show(
    <WithAnswers>
      <RecordingHeader
        recording={{ kind: "capture", id: "c1" }}
        state={{ progress: null, message: null, reading: false } as RecordingState}
        overview={overview as unknown as RecordingOverview}
        player={createPlayer()}
        timeline={shown}
      />
    </WithAnswers>,
  );
}

describe("the header of a recording", () => {
  it("has all its facts behind a button, whatever its one line has room for", async () => {
    showHeader();
    fireEvent.click(screen.getByRole("button", { name: "All facts of this recording" }));
    const facts = within(await screen.findByRole("group", { name: "Facts of this recording" }));
    expect(facts.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      ...["Creation", "As of", "Time", "Records", "Errors", "Findings"],
    ]);
    expect(facts.getByText("3.00 s, after the command")).toBeDefined();
  });

  it("says at least how long a creation took that is told of from its start-up on", async () => {
    const events = creationEvents("s1", 1000).filter(
      (event) => event.kind !== "phase" || ["startup", "analysis", "complete"].includes(event.name),
    );
    showHeader({}, {}, timelineOf(events));
    expect(screen.getByText(/^≥ /)).toBeDefined();
    expect(screen.getByText("after its start-up")).toBeDefined();
  });

  it("says what happened by the counters, and how much more under Findings", () => {
    const effect = (to: number) => ({
      ...{ what: "backup of Sales", startMs: to, endMs: to + 500 },
      ...{ changes: [{ counter: "c", from: 2, to }], sentence: `Writes 2 to ${to} ms.` },
    });
    showHeader({}, { effects: [effect(10), effect(100), effect(20)] });
    expect(
      screen.getByRole("button", { name: withUnitsKept("Writes 2 to 100 ms.") }),
    ).toBeDefined();
    expect(screen.getByText("2 more under Findings")).toBeDefined();
  });

  it("tells of files that do not belong together", () => {
    const file = (name: string, kind: string, host: string) => ({
      ...{ name, kind, host, firstTime: null, lastTime: null },
    });
    showHeader({}, { files: [file("ERRORLOG", "errorlog", "A"), file("c.csv", "perfmon", "B")] });
    expect(screen.getByText(/^c.csv is of another machine than the ERRORLOG/)).toBeDefined();
  });

  it("has a second line only while there is something to beware of", () => {
    showHeader();
    expect(screen.queryByText(/steps back/)).toBeNull();
    showHeader({ timeStepCount: 2, timeSteps: [{ byMs: 3_600_000 }] });
    expect(screen.getByText(/steps back/).textContent).toBe(
      "The clock steps back 2 times, first by 1 h 0 min. More under Data, Files.",
    );
  });
});
