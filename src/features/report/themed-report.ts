/**
 * The report in the colours that are on screen around it. A file follows the system of whoever opens it; in the
 * program its reader has chosen.
 */
import { cssDeclarations, type ThemeName, themeNames } from "../../../app/theme/tokens.ts";

export function themedReport(html: string, theme: ThemeName): string {
  const scheme = theme === "light" ? "light" : "dark";
  const sheet = `@media screen { :root { color-scheme: ${scheme}; ${cssDeclarations(theme)} } }`;
  return html.replace("</head>", () => `<style>${sheet}</style></head>`);
}

/** For `useSyncExternalStore`: the theme that the document shows. */
export const shownTheme = (): ThemeName =>
  themeNames.find((name) => name === document.documentElement.dataset.theme) ?? "light";

export function onShownTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
