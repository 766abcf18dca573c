// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NoteEditor } from "./NoteEditor.tsx";

it("shows a note that was written elsewhere, and keeps what is being typed here", () => {
  const onChange = vi.fn();
  const at = (note: string) => <NoteEditor note={note} onChange={onChange} />;
  const { rerender, unmount } = render(at("before"));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Note on the run");
  rerender(at("of another window"));
  expect(field.value).toBe("of another window");
  fireEvent.change(field, { target: { value: "typed here" } });
  rerender(at("of another window again"));
  expect(field.value).toBe("typed here");
  fireEvent.blur(field);
  expect(onChange.mock.calls).toEqual([["typed here"]]);
  unmount();
});
