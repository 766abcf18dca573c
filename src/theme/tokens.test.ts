import { describe, expect, it } from "vitest";
import { cssThemes, type ThemedToken, themeNames, tokenValue } from "../../app/theme/tokens.ts";
import { effectiveTheme } from "./document-theme.ts";

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const texts: ThemedToken[] = ["text-1", "text-2", "text-3", "accent", "ok", "warn", "error"];
const grounds: ThemedToken[] = ["app", "surface", "raised"];
const graphics: ThemedToken[] = [
  ...([
    "data-transactions",
    "data-checkpoint",
    "data-data-writes",
    "data-snapshot-writes",
  ] as const),
  ...(["data-snapshot-reads", "data-log-reads", "data-response", "data-index-build"] as const),
  ...(["phase-files", "phase-checkpoint", "phase-analysis"] as const),
  ...(["phase-redo", "phase-undo", "phase-flush"] as const),
  ...(["category-1", "category-2", "category-3", "category-4", "category-5"] as const),
  "control-edge",
];

/** A phase and the counter that it makes rise share theirs: the checkpoint and its pages. */
const meanings: ThemedToken[] = [
  ...graphics.filter((token) => token !== "phase-checkpoint" && token !== "control-edge"),
  "search-hit",
  "accent",
  "error",
];

describe.each(themeNames)("the theme %s", (theme) => {
  it.each(texts)("sets %s at 4.5:1 at least on every ground", (text) => {
    for (const ground of grounds) {
      const ratio = contrast(tokenValue(text, theme), tokenValue(ground, theme));
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(graphics)("draws %s at 3:1 at least on plots", (token) => {
    expect(contrast(tokenValue(token, theme), tokenValue("surface", theme))).toBeGreaterThanOrEqual(
      3,
    );
  });

  it("divides panes at 1.5:1 at least on every ground", () => {
    for (const ground of grounds) {
      const ratio = contrast(tokenValue("divider", theme), tokenValue(ground, theme));
      expect(ratio, `divider on ${ground}`).toBeGreaterThanOrEqual(1.5);
    }
  });

  it("gives no two meanings one colour", () => {
    const all = [...meanings].map((token) => tokenValue(token, theme));
    expect(new Set(all).size).toBe(all.length);
  });

  it("sets text on its own grounds at 4.5:1 at least", () => {
    for (const [text, ground] of [
      ["primary-text", "primary-fill"],
      ["as-of-text", "as-of"],
      ["search-hit-text", "search-hit"],
      ["text-3", "selected"],
      ["text-3", "hover"],
    ] as const) {
      const ratio = contrast(tokenValue(text, theme), tokenValue(ground, theme));
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("themes on the page", () => {
  it("have one rule each, with every colour and size", () => {
    const rules = cssThemes().split("\n");
    expect(rules).toHaveLength(3);
    for (const rule of rules) {
      expect(rule).toContain("--text-1: #");
      expect(rule).toContain("--space-4: 16px;");
    }
    expect(rules[0]).toContain('[data-theme="light"]');
    expect(rules[0]).toContain("color-scheme: light");
  });

  it("follow the system until one is chosen; contrast goes before colour", () => {
    const system = { dark: true, highContrast: false, forcedColors: false };
    expect(effectiveTheme("system", system)).toBe("dark");
    expect(effectiveTheme("system", { ...system, dark: false })).toBe("light");
    expect(effectiveTheme("system", { ...system, highContrast: true })).toBe("high-contrast");
    expect(effectiveTheme("light", { ...system, highContrast: true })).toBe("light");
  });

  it("with forced colours is one whose lines stand out from the system's ground, whatever is chosen", () => {
    const forced = { dark: true, highContrast: true, forcedColors: true };
    expect(effectiveTheme("light", forced)).toBe("high-contrast");
    expect(effectiveTheme("dark", { ...forced, dark: false })).toBe("light");
  });
});
