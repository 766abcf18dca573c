// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { phaseEvent, seriesOf, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../testing/render.tsx";
import { TransportBar } from "./TransportBar.tsx";

const timeline = timelineOf([], seriesOf([1000, 100_000]));
const acts = () => ({
  onTogglePlay: vi.fn(),
  onStep: vi.fn(),
  onSpeed: vi.fn(),
  onSkipIdle: vi.fn(),
});

function showBar(playheadMs: number, { playing = false, speed = 10 } = {}) {
  const done = acts();
  show(<TransportBar {...{ timeline, playheadMs, playing, speed }} skipIdle={false} {...done} />);
  return done;
}

const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the transport bar", () => {
  it("steps both ways from within", () => {
    const { onStep } = showBar(50_000);
    fireEvent.click(button(/^Previous phase/));
    fireEvent.click(button(/^Next event/));
    expect(onStep.mock.calls).toEqual([
      ["phase", -1],
      ["event", 1],
    ]);
  });

  it("does not step beyond the ends", () => {
    showBar(0);
    expect(button(/^Previous event/).disabled).toBe(true);
    expect(button(/^Next event/).disabled).toBe(false);
  });

  it("offers a pause while it plays", () => {
    const { onTogglePlay } = showBar(50_000, { playing: true });
    fireEvent.click(button(/^Pause/));
    expect(onTogglePlay).toHaveBeenCalledOnce();
  });

  it("says how long playing takes at its speed", () => {
    showBar(0, { speed: 10 });
    expect(screen.getByTitle("Plays 1 min 40 s in 10 s")).toBeDefined();
  });

  it("names the phase at the playhead, with what it does", () => {
    const events = [phaseEvent("redo", 40_000, 60_000)];
    show(
      <TransportBar
        timeline={timelineOf(events, seriesOf([1000, 100_000]))}
        {...{ playheadMs: 50_000, playing: false, speed: 1, skipIdle: false }}
        {...acts()}
      />,
    );
    expect(screen.getByText("Redo").title).toMatch(/^Changes that are in the log/);
  });
});
