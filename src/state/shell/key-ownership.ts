/**
 * Which keys the focused element uses itself: a shortcut must not take a letter from a text field, nor Space
 * from a button that the keyboard has gone to. A button that was clicked has the focus as well, and
 * Space goes on meaning what it means on the screen.
 */
import { type KeyPress, parseShortcut } from "./keys.ts";

/** What of the focused element matters here. */
export interface FocusedElement {
  readonly tag: string;
  readonly type: string;
  readonly role: string;
  /** Whether a radio button is checked: pressing it again changes nothing. */
  readonly checked: boolean;
  readonly editable: boolean;
  /** It was come to by keys, and shows so. */
  readonly byKeyboard: boolean;
  /** More is in it than it shows. */
  readonly scrolls: boolean;
  readonly inModal: boolean;
  readonly inMenu: boolean;
}

const textRoles = new Set(["textbox", "searchbox", "combobox", "spinbutton"]);
const notText = new Set([
  "button",
  "checkbox",
  "radio",
  "range",
  "submit",
  "reset",
  "file",
  "color",
]);
const pressRoles = new Set([
  ...["button", "checkbox", "switch", "radio", "link", "tab", "option", "treeitem"],
  ...["menuitem", "menuitemcheckbox", "menuitemradio", "gridcell"],
]);
const arrowRoles = new Set([
  ...["slider", "radio", "radiogroup", "tab", "tablist", "option", "listbox", "tree", "treeitem"],
  ...["menuitem", "menuitemcheckbox", "menuitemradio", "row", "gridcell", "grid", "separator"],
]);
const arrowKeys = new Set([
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  ...["Home", "End", "PageUp", "PageDown"],
]);
const pagingKeys = new Set(["PageUp", "PageDown", "Home", "End"]);
/** With the main modifier, what text editing means by these keys goes before any action. */
const editingKeys = new Set(["a", "c", "v", "x", "y", "z", ...arrowKeys, "Backspace", "Delete"]);

export function isTextEntry(element: FocusedElement): boolean {
  if (element.editable || element.tag === "textarea" || element.tag === "select") return true;
  if (element.tag === "input") return !notText.has(element.type);
  return textRoles.has(element.role);
}

const isPressed = ({ tag, type, role, checked }: FocusedElement): boolean =>
  !(type === "radio" && checked) &&
  (["button", "a", "summary"].includes(tag) ||
    (tag === "input" && type !== "range" && notText.has(type)) ||
    pressRoles.has(role));

const usesArrows = ({ tag, type, role }: FocusedElement): boolean =>
  (tag === "input" && (type === "range" || type === "radio")) || arrowRoles.has(role);

/** Whether the element keeps this shortcut for itself. */
export function ownsShortcut(element: FocusedElement, shortcut: string, mac = false): boolean {
  if (element.inModal) return true;
  const { main, alt, key } = parseShortcut(shortcut);
  // Option writes characters there: "[" and "@" under some layouts.
  if (mac && alt && !main && key.length === 1) return isTextEntry(element);
  if (main || alt)
    return (
      isTextEntry(element) &&
      main &&
      editingKeys.has(key.toLowerCase().length === 1 ? key.toLowerCase() : key)
    );
  // No text has any use for it, and a browser would load the page anew.
  if (key === "F5") return false;
  if (isTextEntry(element) || element.inMenu) return true;
  if (key === " ") return element.byKeyboard && isPressed(element);
  if (key === "Enter" && isPressed(element)) return true;
  if (element.scrolls && pagingKeys.has(key)) return true;
  // A clicker sends them: a slider of the page's own that pages takes them before this is asked.
  if (element.role === "slider" && (key === "PageUp" || key === "PageDown")) return false;
  return arrowKeys.has(key) && usesArrows(element);
}

/** Held keys repeat; only stepping means that. */
export const mayRepeat = (press: KeyPress): boolean =>
  !press.ctrlKey && !press.metaKey && press.key !== " " && press.key !== "Enter";

export function describeFocus(target: EventTarget | null): FocusedElement {
  if (!(target instanceof HTMLElement)) return nothingFocused;
  return {
    tag: target.tagName.toLowerCase(),
    type: target.getAttribute("type")?.toLowerCase() ?? "text",
    role: target.getAttribute("role") ?? "",
    checked: target instanceof HTMLInputElement && target.checked,
    editable: target.isContentEditable,
    byKeyboard: target.matches(":focus-visible"),
    scrolls: target !== document.body && target.scrollHeight > target.clientHeight,
    inModal: target.closest('[aria-modal="true"]') !== null,
    inMenu: target.closest('[role="menu"], [role="listbox"]') !== null,
  };
}

export const nothingFocused: FocusedElement = {
  tag: "body",
  type: "",
  role: "",
  checked: false,
  editable: false,
  byKeyboard: false,
  scrolls: false,
  inModal: false,
  inMenu: false,
};
