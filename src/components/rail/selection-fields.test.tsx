// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { SelectionFields } from "./SelectionFields.tsx";

const limits = { startMs: 0, endMs: 60_000 };

function shown() {
  const onChange = vi.fn();
  const span = { startMs: 10_000, endMs: 20_000 };
  show(<SelectionFields originMs={0} span={span} {...{ limits, onChange }} />);
  const field = screen.getByLabelText<HTMLInputElement>("Duration");
  const type = (value: string, key: string): void => {
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key });
  };
  return { onChange, field, type };
}

it("changes the span once, on Enter", () => {
  const { onChange, field, type } = shown();
  type("15 s", "Enter");
  fireEvent.blur(field);
  expect(onChange.mock.calls).toEqual([[{ startMs: 10_000, endMs: 25_000 }]]);
});

it("says what is wrong at the field, until Escape brings the span back", () => {
  const { onChange, field, type } = shown();
  type("2 h", "Enter");
  expect(screen.getByRole("alert").textContent).toContain("Outside the timeline");
  expect([field.value, onChange.mock.calls.length]).toEqual(["2 h", 0]);
  fireEvent.keyDown(field, { key: "Escape" });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field.value).toBe("10.00 s");
});
