/**
 * Shortcuts as text ("Ctrl+Shift+P", "Space", "?") and the keyboard events that they stand for.
 * "Ctrl" is the platform's main modifier: Command on a Mac.
 */

/** What of a keyboard event matters here; a DOM event has all of it. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

interface Shortcut {
  readonly main: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly key: string;
}

const namedKeys: Readonly<Record<string, string>> = { Space: " ", Esc: "Escape", Plus: "+" };

export function parseShortcut(text: string): Shortcut {
  // A trailing "+" is the key itself: "Ctrl++".
  const parts = text.endsWith("+") ? [...text.slice(0, -1).split("+"), "+"] : text.split("+");
  const modifiers = new Set(parts.slice(0, -1).map((part) => part.trim()));
  const name = parts.at(-1) ?? "";
  return {
    main: modifiers.has("Ctrl"),
    shift: modifiers.has("Shift"),
    alt: modifiers.has("Alt"),
    key: namedKeys[name] ?? name,
  };
}

const isLetter = (key: string): boolean => /^[a-z]$/i.test(key);
/** A character whose Shift is a matter of the keyboard's layout, such as "?". */
const isSymbol = (key: string): boolean => key.length === 1 && key !== " " && !isLetter(key);

const signsByPlace: Readonly<Record<string, string>> = { Minus: "-", Equal: "=" };

/**
 * Under a layout without Latin letters, and with Option on a Mac, which writes other characters, the key's
 * place says what was meant. A digit's always does: Shift writes it under a French layout.
 */
function pressedKey({ key, code, altKey, shiftKey }: KeyPress): string {
  const [, what, name = ""] = /^(Key|Digit)(.)$/.exec(code) ?? [];
  if (what === "Digit" && altKey && !shiftKey) return name;
  const writesOther = key === "Dead" || (key.length === 1 && key.charCodeAt(0) > 0x7f);
  if (!writesOther) return key;
  if (what === "Key") return name;
  return (altKey && signsByPlace[code]) || key;
}

export function matchesShortcut(text: string, press: KeyPress, mac = false): boolean {
  const wanted = parseShortcut(text);
  const main = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (main !== wanted.main || other || press.altKey !== wanted.alt) return false;
  const key = pressedKey(press);
  if (isSymbol(wanted.key)) return key === wanted.key;
  return press.shiftKey === wanted.shift && key.toLowerCase() === wanted.key.toLowerCase();
}

/** A shortcut with nothing but Shift held: what typing also produces. */
export const isPlain = (text: string): boolean => {
  const { main, alt } = parseShortcut(text);
  return !main && !alt;
};

/** A letter, digit or sign by itself. */
export function isSingleCharacter(text: string): boolean {
  const { key } = parseShortcut(text);
  return isPlain(text) && key.length === 1 && key !== " ";
}

const shown: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Delete: "Del",
  Escape: "Esc",
  " ": "Space",
};

/** The keys one by one, as they are written on a keyboard: ["Ctrl", "Shift", "P"]. */
export function keyCaps(text: string, mac = false): string[] {
  const { main, shift, alt, key } = parseShortcut(text);
  return [
    ...(main ? [mac ? "⌘" : "Ctrl"] : []),
    ...(alt ? [mac ? "⌥" : "Alt"] : []),
    ...(shift ? [mac ? "⇧" : "Shift"] : []),
    shown[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** For `aria-keyshortcuts`, which has names of its own. */
export function ariaKeys(text: string, mac = false): string {
  const { main, shift, alt, key } = parseShortcut(text);
  const modifiers = [
    ...(main ? [mac ? "Meta" : "Control"] : []),
    ...(alt ? ["Alt"] : []),
    ...(shift ? ["Shift"] : []),
  ];
  return [...modifiers, key === " " ? "Space" : key === "+" ? "Plus" : key].join("+");
}
