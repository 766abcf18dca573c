// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  creationEvents,
  newRun,
  noSamples,
  phaseEvent,
  seriesOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import { creationStateAt } from "../../components/rail/creation-steps.ts";
import { lastCreation, sayingOf, useCreationView, viewOfCreation } from "./creation-view.ts";

const begun = () => {
  const run = newRun();
  run.take({ series: noSamples, events: [phaseEvent("files", 1000, 1100)] });
  run.take({ series: noSamples, events: [phaseEvent("redo", 1100, null, { progress: 0.41 })] });
  return run;
};
const creationOf = (run: ReturnType<typeof begun>) => {
  const creation = lastCreation(run.timeline);
  if (creation === null) throw new Error("there is no creation");
  return creation;
};

describe("the view of a creation", () => {
  it("stands still while the creation goes on, and holds all of it when it is over", () => {
    const creation = creationOf(begun());
    expect(viewOfCreation(creation, 5200)).toEqual(viewOfCreation(creation, 5900));
    expect(viewOfCreation(creation, 5200).endMs).toBeGreaterThan(5200);
    const over = viewOfCreation({ ...creation, endMs: 1200 }, 90_000);
    expect(over.startMs).toBeLessThan(1000);
    expect(over.endMs).toBeGreaterThan(1200);
    expect(over.endMs - over.startMs).toBeLessThan(300);
  });

  it("says in a sentence what happens: the phase under way, what was last, the end", () => {
    const said = ({ timeline }: ReturnType<typeof begun>, goesOn: boolean) => {
      const state = creationStateAt(timeline, timeline.endMs, goesOn);
      if (state === null) throw new Error("there is no creation");
      return sayingOf(state);
    };
    expect(said(begun(), true).title).toBe("Redo, 41 %");
    expect(said(begun(), true).sentence).toMatch(/^Changes that are in the log/);
    expect(said(begun(), false).title).toBe("Not finished");
    const over = newRun();
    over.take({ series: noSamples, events: creationEvents("s1", 20_000) });
    expect(said(over, true).title).toBe("Complete after 6.00 s");
  });

  it("says at the moment of Open what is copied from there on, though start-up begins with it", () => {
    const run = newRun();
    const said = () => {
      const state = creationStateAt(run.timeline, run.timeline.endMs, true);
      if (state === null) throw new Error("there is no creation");
      return sayingOf(state);
    };
    run.take({
      series: noSamples,
      events: [
        phaseEvent("files", 1000, 1100),
        phaseEvent("checkpoint", 1100, 2000),
        phaseEvent("open", 2000, 2000),
        phaseEvent("startup", 2000, null),
      ],
    });
    expect(said().title).toBe("Open, then start-up");
    expect(said().sentence).toContain("the first change to any page copies the old page first");
    run.take({ series: seriesOf([2500]), events: [] });
    expect(said().title).toBe("Start-up, 0 %");
  });

  it("opens by itself where one can watch, goes back when told, and closes with the run", () => {
    const creation = creationOf(begun());
    const { result, rerender } = renderHook(
      ({ watchable, goesOn, of }) => useCreationView(of, watchable, goesOn),
      { initialProps: { watchable: false, goesOn: true, of: creation } },
    );
    expect(result.current.open).toBe(false);
    rerender({ watchable: true, goesOn: true, of: creation });
    expect(result.current.open).toBe(true);
    rerender({ watchable: true, goesOn: true, of: { ...creation, endMs: 9000 } });
    expect(result.current.open).toBe(true);
    act(() => result.current.toggle());
    expect(result.current.open).toBe(false);
    // What one has left does not open again by itself; another creation does.
    rerender({ watchable: true, goesOn: true, of: creation });
    expect(result.current.open).toBe(false);
    rerender({ watchable: true, goesOn: true, of: { ...creation, id: "another" } });
    expect(result.current.open).toBe(true);
    rerender({ watchable: true, goesOn: false, of: { ...creation, id: "another" } });
    expect(result.current.open).toBe(false);
  });
});
