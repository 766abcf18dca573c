import { describe, expect, it } from "vitest";
import { ariaKeys, type KeyPress, keyCaps, matchesShortcut } from "./keys.ts";

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe("shortcuts", () => {
  it.each([
    ["Ctrl+Shift+P", press("P", { ctrlKey: true, shiftKey: true })],
    ["Ctrl+Enter", press("Enter", { ctrlKey: true })],
    ["Space", press(" ")],
    ["Shift+ArrowRight", press("ArrowRight", { shiftKey: true })],
    ["Alt+1", press("1", { altKey: true })],
    ["?", press("?", { shiftKey: true })],
    ["Ctrl+,", press(",", { ctrlKey: true })],
    ["+", press("+", { shiftKey: true })],
    ["Ctrl++", press("+", { ctrlKey: true })],
    ["F2", press("F2")],
    ["w", press("W", {}) /* caps lock */],
  ])("%s is what is pressed for it", (shortcut, pressed) => {
    expect(matchesShortcut(shortcut, pressed)).toBe(true);
  });

  it.each([
    ["Ctrl+P", press("P", { ctrlKey: true, shiftKey: true })],
    ["P", press("p", { ctrlKey: true })],
    ["ArrowRight", press("ArrowRight", { shiftKey: true })],
    ["Space", press(" ", { altKey: true })],
    ["Ctrl+K", press("k", { ctrlKey: true, metaKey: true })],
    ["?", press("/")],
  ])("%s is not the same with other keys held", (shortcut, pressed) => {
    expect(matchesShortcut(shortcut, pressed)).toBe(false);
  });

  it("uses Command on a Mac", () => {
    expect(matchesShortcut("Ctrl+K", press("k", { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut("Ctrl+K", press("k", { ctrlKey: true }), true)).toBe(false);
    expect(keyCaps("Ctrl+Shift+P", true)).toEqual(["⌘", "⇧", "P"]);
  });

  it("goes by the key's place under a layout without Latin letters", () => {
    expect(matchesShortcut("Ctrl+K", press("л", { ctrlKey: true, code: "KeyK" }))).toBe(true);
    expect(matchesShortcut("Ctrl+K", press("л", { ctrlKey: true, code: "KeyG" }))).toBe(false);
  });

  it.each([
    ["Alt+1", press("¡", { altKey: true, code: "Digit1" }), true],
    ["Alt+-", press("–", { altKey: true, code: "Minus" }), true],
    ["Alt+=", press("≠", { altKey: true, code: "Equal" }), true],
    ["Alt+V", press("√", { altKey: true, code: "KeyV" }), true],
    ["Alt+E", press("Dead", { altKey: true, code: "KeyE" }), true],
    ["Alt+1", press("&", { altKey: true, code: "Digit1" }), false],
    ["Alt+6", press("-", { altKey: true, code: "Digit6" }), false],
    ["Alt+1", press("+", { altKey: true, code: "Digit1" }), false],
  ])(
    "%s is the key at that place, whatever the layout writes with it",
    (shortcut, pressed, mac) => {
      expect(matchesShortcut(shortcut, pressed, mac)).toBe(true);
    },
  );

  it("does not take the minus of a French layout, which is on the six, for both", () => {
    const six = press("-", { altKey: true, code: "Digit6" });
    expect(matchesShortcut("Alt+-", six)).toBe(false);
  });

  it("are written as on a keyboard, and as assistive technology expects", () => {
    expect(keyCaps("Shift+ArrowRight")).toEqual(["Shift", "→"]);
    expect(keyCaps("Space")).toEqual(["Space"]);
    expect(keyCaps("Ctrl++")).toEqual(["Ctrl", "+"]);
    expect(ariaKeys("Ctrl+Shift+P")).toBe("Control+Shift+P");
    expect(ariaKeys("Ctrl++")).toBe("Control+Plus");
    expect(ariaKeys("Space")).toBe("Space");
  });
});
