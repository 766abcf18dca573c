// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { SteadyField } from "./SteadyField.tsx";

it("asks once for what is typed, though Enter is followed by leaving the field", () => {
  const onChoose = vi.fn(() => new Promise<boolean>(() => undefined));
  show(
    <SteadyField
      steady={{ detected: { kind: "steady", fromMs: 14_000 }, chosenMs: null, warmupEndMs: 0 }}
      onChoose={onChoose}
    />,
  );
  const field = screen.getByLabelText("Steady from");
  fireEvent.change(field, { target: { value: "20 s" } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.blur(field);
  expect(onChoose.mock.calls).toEqual([[20_000]]);
});
