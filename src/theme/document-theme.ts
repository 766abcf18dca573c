/** Puts the tokens on the document, and follows what the system asks for. */
import { cssThemes, type ThemeChoice, type ThemeName } from "../../app/theme/tokens.ts";

/** Adopted, not inserted: a strict Content-Security-Policy refuses inline style elements. */
export function installTokens(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssThemes());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export interface SystemPreference {
  readonly dark: boolean;
  readonly highContrast: boolean;
  /** The system's own colours stand in the place of ours, on a ground that is dark or light. */
  readonly forcedColors: boolean;
}

const darkQuery = "(prefers-color-scheme: dark)";
const contrastQuery = "(prefers-contrast: more)";
const forcedQuery = "(forced-colors: active)";

export const systemPreference = (): SystemPreference => ({
  dark: matchMedia(darkQuery).matches,
  highContrast: matchMedia(contrastQuery).matches,
  forcedColors: matchMedia(forcedQuery).matches,
});

/** Calls when the system's preference changes; returns what ends it. */
export function onSystemPreference(listener: () => void): () => void {
  const queries = [darkQuery, contrastQuery, forcedQuery].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

/**
 * The theme to show: a chosen one, or what the system prefers. Forced colours leave no choice: what is
 * drawn keeps the colours of our theme, which must stand out from the system's ground.
 */
export function effectiveTheme(choice: ThemeChoice, system: SystemPreference): ThemeName {
  if (system.forcedColors) return system.dark ? "high-contrast" : "light";
  if (choice !== "system") return choice;
  if (system.highContrast) return "high-contrast";
  return system.dark ? "dark" : "light";
}
