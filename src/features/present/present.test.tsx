// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PresentStep } from "../../../app/domain/present/step.ts";
import { pretendFonts } from "../../components/testing/fonts.ts";
import { show } from "../../components/testing/render.tsx";
import { listenForKeys, register, unregister } from "../../state/shell/actions.ts";
import { Stage } from "./Stage.tsx";
import { StageFrame } from "./StageFrame.tsx";
import { useWalk } from "./use-walk.ts";

beforeEach(pretendFonts);

const step = (startMs: number, endMs: number): PresentStep => ({
  ...{ id: `${startMs}/${endMs}`, sentence: `From ${startMs} to ${endMs}.`, startMs, endMs },
  ...{ open: false, tells: [], picture: { kind: "lanes", view: { startMs: 0, endMs: 1000 } } },
});
const steps = [step(0, 0), step(0, 400), step(400, 400), step(400, 900)];

interface PresentedProps {
  readonly underWay?: boolean;
  onGoOn?(): boolean;
}

function Presented({ underWay = false, onGoOn = () => true }: PresentedProps): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button">elsewhere</button>
      {open && (
        <StageFrame onLeave={() => setOpen(false)}>
          <Steps {...{ underWay, onGoOn }} />
        </StageFrame>
      )}
    </>
  );
}

function Steps({ underWay, onGoOn }: Required<PresentedProps>): ReactNode {
  const { step: shown, position, press } = useWalk(steps, { underWay, held: true, goOn: onGoOn });
  return (
    <Stage
      {...{ position }}
      sentence={shown.sentence}
      shown={null}
      count={steps.length}
      onPress={press}
    />
  );
}

const key = (name: string): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
};
const position = (): string | null =>
  screen.getByRole("img", { name: /^Step/ }).getAttribute("aria-label");

it("goes on and back by the keys of a clicker, and tells each step in its sentence", () => {
  show(<Presented />);
  expect(position()).toBe("Step 1 of 4");
  key("PageDown");
  expect(position()).toBe("Step 2 of 4");
  expect(screen.getByText("From 0 to 400.")).toBe(screen.getByRole("status"));
  // It plays: the same key brings it to its end, and only then to the next step.
  key("PageDown");
  expect(position()).toBe("Step 2 of 4");
  key(" ");
  expect(position()).toBe("Step 3 of 4");
  key("PageUp");
  expect(position()).toBe("Step 2 of 4");
  key("PageUp");
  expect(position()).toBe("Step 1 of 4");
  key("End");
  expect(position()).toBe("Step 4 of 4");
  key("Home");
  expect(position()).toBe("Step 1 of 4");
  key("ArrowRight");
  fireEvent.click(screen.getByRole("dialog"));
  fireEvent.click(screen.getByRole("dialog"));
  expect(position()).toBe("Step 3 of 4");
  key("ArrowLeft");
  expect(position()).toBe("Step 2 of 4");
});

it("asks a run to go on at its newest moment, and nowhere else", () => {
  const onGoOn = vi.fn(() => true);
  show(<Presented underWay onGoOn={onGoOn} />);
  expect(position()).toBe("Step 4 of 4");
  key(" ");
  expect(onGoOn).toHaveBeenCalledTimes(1);
  key("Home");
  key(" ");
  expect([position(), onGoOn.mock.calls.length]).toEqual(["Step 2 of 4", 1]);
});

it("has the focus and all keys until Escape, and gives the focus back", () => {
  const run = vi.fn();
  const keys = ["Space", "w", "PageDown", "F5"];
  register(
    "live",
    keys.map((name) => ({ id: name, title: name, group: "Run", keys: name, run })),
  );
  const stop = listenForKeys(window);
  const { rerender } = show(<button type="button">elsewhere</button>);
  screen.getByRole("button").focus();
  rerender(
    <>
      <button type="button">elsewhere</button>
      <StageFrame onLeave={() => rerender(<button type="button">elsewhere</button>)}>
        <p>on the stage</p>
      </StageFrame>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Presentation" }));
  for (const name of [" ", "w", "PageDown", "F5", "Tab"]) key(name);
  expect(run).not.toHaveBeenCalled();
  key("Escape");
  expect(screen.queryByRole("dialog")).toBeNull();
  stop();
  unregister("live");
});

it("gives the focus back to where it was", () => {
  function Opened(): ReactNode {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          present
        </button>
        {open && <StageFrame onLeave={() => setOpen(false)}>{null}</StageFrame>}
      </>
    );
  }
  show(<Opened />);
  const button = screen.getByRole("button");
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(screen.getByRole("dialog"));
  key("Escape");
  expect(document.activeElement).toBe(button);
});
