// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { neededRepeats } from "../../../app/domain/studies/needed-repeats.ts";
import { show } from "../testing/render.tsx";
import { RepeatsField } from "./RepeatsField.tsx";

function Asking() {
  const [repeats, change] = useState(10);
  const needed = neededRepeats(5, 2);
  return (
    <>
      <RepeatsField {...{ repeats, needed, change }} metric="throughput" />
      <output>{5 * repeats} runs</output>
    </>
  );
}

it("says while it is typed what so many runs cannot prove, and takes as many as are needed", () => {
  show(<Asking />);
  const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Runs of each" });
  const count = () => screen.getByRole("status").textContent;
  expect(screen.getByText("from the same seeds, in pairs")).toBeTruthy();
  fireEvent.input(field, { target: { value: "4" } });
  expect(count()).toBe("20 runs");
  expect(
    screen.getByText(
      /^4 runs of each are too few for a significant result: throughput needs at least 8, 9 for the other metrics too\./,
    ),
  ).toBeTruthy();
  // What is no number of runs, as on the way to another, changes nothing.
  fireEvent.input(field, { target: { value: "" } });
  expect(count()).toBe("20 runs");
  fireEvent.blur(field);
  fireEvent.click(screen.getByRole("button", { name: "Take 9" }));
  expect(count()).toBe("45 runs");
  expect(field.value).toBe("9");
});
