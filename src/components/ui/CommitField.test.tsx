// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { CommitField } from "./CommitField.tsx";

const field = (): HTMLInputElement => screen.getByRole("textbox", { name: "Users" });
const type = (value: string): void => void fireEvent.change(field(), { target: { value } });
const press = (key: string, event: object = {}): boolean =>
  fireEvent.keyDown(field(), { key, ...event });
const leave = (): void => void fireEvent.blur(field());

function shown(answer: boolean | Promise<boolean>, onRestore?: () => void) {
  const onCommit = vi.fn((_: string) => answer);
  const restore = onRestore === undefined ? {} : { onRestore };
  show(<CommitField aria-label="Users" value="100" onCommit={onCommit} {...restore} />);
  return onCommit;
}

it("commits what was typed once, on Enter or as it is left", () => {
  const onCommit = shown(true);
  type("200");
  press("Enter");
  leave();
  expect(onCommit.mock.calls).toEqual([["200"]]);
  type("300");
  leave();
  expect(onCommit.mock.calls).toEqual([["200"], ["300"]]);
  // The value is what it was told to be.
  expect(field().value).toBe("100");
});

it("commits nothing where nothing else was typed", () => {
  const onCommit = shown(true);
  press("Enter");
  type("100");
  leave();
  expect(onCommit).not.toHaveBeenCalled();
});

it("brings the value back on Escape, and nothing around it is closed", () => {
  const onRestore = vi.fn();
  const onCommit = shown(true, onRestore);
  type("200");
  expect(press("Escape")).toBe(false);
  expect(field().value).toBe("100");
  leave();
  expect(onCommit).not.toHaveBeenCalled();
  expect(onRestore).toHaveBeenCalledOnce();
});

it("leaves Escape to what is around it while nothing is typed", () => {
  shown(true);
  expect(press("Escape")).toBe(true);
});

it("keeps what was refused, and asks for it again on Enter alone", () => {
  const onCommit = shown(false);
  type("many");
  press("Enter");
  leave();
  expect([field().value, onCommit.mock.calls.length]).toEqual(["many", 1]);
  press("Enter");
  expect(onCommit).toHaveBeenCalledTimes(2);
});

it("asks once while the answer is on its way, and keeps what is typed meanwhile", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onCommit = shown(promise);
  type("200");
  press("Enter");
  press("Enter");
  leave();
  expect(onCommit).toHaveBeenCalledOnce();
  type("300");
  await act(async () => resolve(true));
  expect(field().value).toBe("300");
});

it("leaves Enter and Escape to an input method that composes signs", () => {
  const onCommit = shown(true);
  type("２");
  press("Enter", { isComposing: true });
  press("Escape", { isComposing: true });
  expect([field().value, onCommit.mock.calls.length]).toEqual(["２", 0]);
});
