// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, it, vi } from "vitest";
import { type Expectation, nothingExpected } from "../../../app/domain/expectation/expectation.ts";
import { show } from "../testing/render.tsx";
import { ExpectationPlane } from "./ExpectationPlane.tsx";

const acts = { begin: vi.fn(), undo: vi.fn(), reach: vi.fn(), leave: vi.fn() };

/** A pixel to the right is one more of x, ten pixels up are one more of y: 10 at the top. */
function Plane({ onExpect }: { readonly onExpect: (expectation: Expectation) => void }): ReactNode {
  const [expectation, draw] = useState(nothingExpected([0, 10, 20, 30]));
  onExpect(expectation);
  return (
    <ExpectationPlane
      name="Transactions"
      expectation={expectation}
      expecting={{ ...acts, draw }}
      plot={{
        ...{ width: 30, height: 100, most: 10 },
        x: (place) => place,
        y: (value) => 100 - 10 * value,
        placeAt: (x) => x,
        valueAt: (y) => 10 - y / 10,
      }}
      words={(place, value) => `${place}: ${value ?? "nothing drawn"}`}
    />
  );
}

function showPlane() {
  let latest: Expectation = nothingExpected([]);
  const shown = show(<Plane onExpect={(expectation) => (latest = expectation)} />);
  const surface = screen.getByRole("slider", { name: "Draw what you expect: Transactions" });
  return { ...shown, surface, values: () => latest.values };
}

it("is drawn by the pointer, one value at each place, and stays in the plane", () => {
  const { surface, values, container } = showPlane();
  vi.spyOn(surface, "setPointerCapture").mockReturnValue(undefined);
  fireEvent.pointerDown(surface, { button: 0, pointerId: 1, clientX: 0, clientY: 50 });
  fireEvent.pointerMove(surface, { pointerId: 1, clientX: 20, clientY: 90 });
  fireEvent.pointerMove(surface, { pointerId: 1, clientX: 30, clientY: -50 });
  expect(values()).toEqual([5, 3, 1, 10]);
  fireEvent.pointerUp(surface, { pointerId: 1 });
  fireEvent.pointerMove(surface, { pointerId: 1, clientX: 0, clientY: 0 });
  expect(values()).toEqual([5, 3, 1, 10]);
  expect(acts.begin).toHaveBeenCalledOnce();
  expect(container.querySelector("polyline")?.getAttribute("points")).toBe(
    "0.0,50.0 10.0,70.0 20.0,90.0 30.0,0.0",
  );
});

it("is drawn by keys, which the screen does not see, and is heard", () => {
  const onScreen = vi.fn();
  document.addEventListener("keydown", onScreen);
  const { surface, values } = showPlane();
  expect(document.activeElement).toBe(surface);
  const press = (key: string, modifiers = {}) => fireEvent.keyDown(surface, { key, ...modifiers });
  expect(surface.getAttribute("aria-valuetext")).toBe("0: nothing drawn");
  press("ArrowUp", { shiftKey: true });
  expect(values()).toEqual([6.25, null, null, null]);
  press("End");
  press("ArrowDown");
  expect(values()).toEqual([6.25, null, null, 6]);
  expect(surface.getAttribute("aria-valuetext")).toBe("30: 6");
  press("z", { ctrlKey: true });
  expect(acts.undo).toHaveBeenCalledOnce();
  press("PageUp");
  expect(acts.reach).toHaveBeenCalledWith(20);
  press("Delete");
  expect(values()).toEqual([null, null, null, null]);
  press("Escape");
  expect(acts.leave).toHaveBeenCalledOnce();
  expect(onScreen).not.toHaveBeenCalled();
  press("?");
  expect(onScreen).toHaveBeenCalledOnce();
  document.removeEventListener("keydown", onScreen);
});
