import { describe, expect, it } from "vitest";
import { type FocusedElement, mayRepeat, nothingFocused, ownsShortcut } from "./key-ownership.ts";

const focused = (change: Partial<FocusedElement>): FocusedElement => ({
  ...nothingFocused,
  ...change,
});
const textField = focused({ tag: "input", type: "text" });
const button = focused({ tag: "button", type: "button", byKeyboard: true });

describe("keys of the focused element", () => {
  it("leaves plain keys to a text field, and its editing keys", () => {
    for (const keys of [
      "?",
      "w",
      "Space",
      "ArrowLeft",
      "Delete",
      "F2",
      "Ctrl+Z",
      "Ctrl+ArrowLeft",
    ]) {
      expect(ownsShortcut(textField, keys), keys).toBe(true);
    }
  });

  it("takes combinations that typing does not use", () => {
    for (const keys of ["Ctrl+Enter", "Ctrl+Shift+P", "Ctrl+K", "Alt+2", "F5"]) {
      expect(ownsShortcut(textField, keys), keys).toBe(false);
    }
  });

  it("leaves what Option writes to a text field on a Mac", () => {
    expect(ownsShortcut(textField, "Alt+5", true)).toBe(true);
    expect(ownsShortcut(button, "Alt+5", true)).toBe(false);
    expect(ownsShortcut(textField, "Alt+ArrowLeft", true)).toBe(false);
  });

  it.each([
    ["textarea", focused({ tag: "textarea" })],
    ["spin button", focused({ tag: "div", role: "spinbutton" })],
    ["editable text", focused({ tag: "div", editable: true })],
  ])("takes a %s for a text field", (_name, element) => {
    expect(ownsShortcut(element, "w")).toBe(true);
  });

  it("leaves Space and Enter to a button, and nothing else", () => {
    expect(ownsShortcut(button, "Space")).toBe(true);
    expect(ownsShortcut(button, "Enter")).toBe(true);
    expect(ownsShortcut(button, "ArrowLeft")).toBe(false);
    expect(ownsShortcut(button, "w")).toBe(false);
    expect(ownsShortcut(button, "Ctrl+Enter")).toBe(false);
  });

  it("leaves arrows to a crosshair, and no Space and no page, which a clicker sends", () => {
    const crosshair = focused({ tag: "div", role: "slider", byKeyboard: true });
    for (const keys of ["ArrowLeft", "Home"]) {
      expect(ownsShortcut(crosshair, keys), keys).toBe(true);
    }
    for (const keys of ["Space", "PageDown", "PageUp", "N"]) {
      expect(ownsShortcut(crosshair, keys), keys).toBe(false);
    }
    expect(ownsShortcut(focused({ tag: "input", type: "range" }), "PageDown")).toBe(true);
  });

  it("takes Space from what was clicked: a pause after it is no second click", () => {
    for (const clicked of [
      { ...button, byKeyboard: false },
      focused({ tag: "input", type: "radio" }),
      focused({ tag: "button", role: "tab" }),
      focused({ tag: "summary" }),
    ]) {
      expect(ownsShortcut(clicked, "Space")).toBe(false);
    }
    expect(ownsShortcut({ ...button, byKeyboard: false }, "Enter")).toBe(true);
  });

  it("takes Space from a radio button that is chosen already, as after a click on it", () => {
    const radio = { tag: "input", type: "radio", byKeyboard: true } as const;
    expect(ownsShortcut(focused(radio), "Space")).toBe(true);
    expect(ownsShortcut(focused({ ...radio, checked: true }), "Space")).toBe(false);
    expect(ownsShortcut(focused({ ...radio, checked: true }), "ArrowLeft")).toBe(true);
  });

  it("leaves arrows to what moves by them", () => {
    const slider = focused({ tag: "input", type: "range" });
    const grid = focused({ tag: "div", role: "grid" });
    for (const element of [slider, grid, focused({ tag: "button", role: "tab" })]) {
      expect(ownsShortcut(element, "ArrowRight")).toBe(true);
      expect(ownsShortcut(element, "Shift+ArrowRight")).toBe(true);
    }
    expect(ownsShortcut(slider, "Space")).toBe(false);
  });

  it("leaves the keys that turn pages to what scrolls", () => {
    const region = focused({ tag: "section", scrolls: true });
    expect(ownsShortcut(region, "PageDown")).toBe(true);
    expect(ownsShortcut(region, "Space")).toBe(false);
    expect(ownsShortcut(focused({ tag: "section" }), "PageDown")).toBe(false);
  });

  it("fires nothing beneath a modal dialog, and no plain key from a menu", () => {
    expect(ownsShortcut(focused({ inModal: true }), "Ctrl+Enter")).toBe(true);
    expect(ownsShortcut(focused({ inMenu: true }), "w")).toBe(true);
    expect(ownsShortcut(focused({ inMenu: true }), "Ctrl+K")).toBe(false);
  });

  it("takes everything when nothing has the focus", () => {
    for (const keys of ["Space", "Enter", "ArrowLeft", "?"]) {
      expect(ownsShortcut(nothingFocused, keys)).toBe(false);
    }
  });

  it("repeats steps while a key is held, and nothing else", () => {
    const press = (key: string, ctrlKey = false) => ({
      key,
      code: "",
      ctrlKey,
      metaKey: false,
      shiftKey: false,
      altKey: false,
    });
    expect(mayRepeat(press("ArrowRight"))).toBe(true);
    expect(mayRepeat(press(" "))).toBe(false);
    expect(mayRepeat(press("Enter", true))).toBe(false);
  });
});
