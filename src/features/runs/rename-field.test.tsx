// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../../components/testing/render.tsx";
import { RenameField } from "./RenameField.tsx";

/** Types, does something, and is left, as a field is that is taken away. */
function renamed(typed: string | null, end: (field: HTMLElement) => void) {
  const onDone = vi.fn();
  show(<RenameField name="Creation under load" onDone={onDone} />);
  const field = screen.getByRole("textbox", { name: "Name of the run" });
  if (typed !== null) fireEvent.change(field, { target: { value: typed } });
  end(field);
  fireEvent.blur(field);
  return onDone.mock.calls;
}

const press = (key: string) => (field: HTMLElement) => void fireEvent.keyDown(field, { key });

it.each([
  ["kept on Enter", " Month end ", press("Enter"), "Month end"],
  ["kept as the field is left", "Month end", () => undefined, "Month end"],
  ["left as it was on Escape", "Month end", press("Escape"), null],
  ["left as it was where nothing was typed", null, press("Enter"), null],
  ["left as it was where all of it was deleted", " ", press("Enter"), null],
])("the name is %s, once", (_, typed, end, name) => {
  expect(renamed(typed, end)).toEqual([[name]]);
});
