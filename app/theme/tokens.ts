/**
 * The design tokens: the one definition of every colour, space, size and radius. The page gets them
 * as CSS variables, Fluent as a theme, and the HTML report as text; nothing here knows of a browser.
 */

export const themeNames = ["light", "dark", "high-contrast"] as const;
export type ThemeName = (typeof themeNames)[number];

/** What the user chooses; "system" follows the operating system, and its contrast setting. */
export const themeChoices = ["system", "light", "dark", "high-contrast"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** One value per theme, in the order of `themeNames`. */
type PerTheme = readonly [light: string, dark: string, highContrast: string];

const colours = {
  app: ["#EEF0F2", "#15171A", "#000000"],
  surface: ["#FFFFFF", "#1D2024", "#000000"],
  raised: ["#F6F7F8", "#272B30", "#000000"],
  hover: ["#E9EBEE", "#31363C", "#1A1A1A"],
  selected: ["#DCEBFA", "#22384F", "#003A40"],
  grid: ["#DFE3E6", "#31363B", "#3A3A3A"],
  divider: ["#BDC4CA", "#41484F", "#8C8C8C"],
  border: ["#A8B0B8", "#565E67", "#FFFFFF"],
  "control-edge": ["#7A828B", "#7C858F", "#FFFFFF"],
  "text-1": ["#191C1F", "#F0F2F4", "#FFFFFF"],
  "text-2": ["#434A52", "#C2C8CF", "#FFFFFF"],
  "text-3": ["#5D656E", "#99A1AB", "#FFFFFF"],
  accent: ["#0F6CBD", "#62ABF5", "#1AEBFF"],
  "primary-fill": ["#0F6CBD", "#2270B8", "#1AEBFF"],
  "primary-text": ["#FFFFFF", "#FFFFFF", "#000000"],
  ok: ["#13752F", "#5CB870", "#3FF23F"],
  warn: ["#8A6100", "#E6B422", "#FFD800"],
  error: ["#B3202C", "#F1707B", "#FF8A93"],
  "search-hit": ["#FFE95C", "#FFEE58", "#FFEE58"],
  "search-hit-text": ["#191C1F", "#191C1F", "#191C1F"],
  "as-of": ["#191C1F", "#FFFFFF", "#FFFFFF"],
  "as-of-text": ["#FFFFFF", "#15171A", "#000000"],
} as const satisfies Record<string, PerTheme>;

/** Colours of data: one meaning each, on every screen, in every chart and in the report. */
const dataColours = {
  "data-transactions": ["#191C1F", "#F0F2F4", "#FFFFFF"],
  "data-checkpoint": ["#A58512", "#F2CE73", "#FFE14D"],
  "data-data-writes": ["#0A6343", "#7CC8A0", "#5CD68A"],
  "data-snapshot-writes": ["#2F86D6", "#2F93E0", "#3FA9FF"],
  "data-snapshot-reads": ["#7C868F", "#87919B", "#B0B0B0"],
  "data-log-reads": ["#8A2678", "#F2A0DA", "#FFB3EC"],
  "data-response": ["#8E3408", "#E8743F", "#FF7A33"],
  "data-index-build": ["#768710", "#B5B83A", "#C8D400"],
  "phase-files": ["#8A6D5C", "#B89F91", "#D8BFA8"],
  "phase-checkpoint": ["#A58512", "#F2CE73", "#FFE14D"],
  "phase-analysis": ["#9184E6", "#E6E0FF", "#E6E0FF"],
  "phase-redo": ["#6B4FD0", "#BFAEFF", "#C0B0FF"],
  "phase-undo": ["#2E1A6B", "#7E5FDB", "#8F6BFF"],
  "phase-flush": ["#23807F", "#5FC4C4", "#5CE0E0"],
} as const satisfies Record<string, PerTheme>;

/** Sides of a comparison and series of a study: none is the colour of a counter or a phase. */
const categories = {
  "category-1": ["#CD7435", "#D38032", "#ECB12E"],
  "category-2": ["#4967D6", "#3171D3", "#B23AF4"],
  "category-3": ["#B774BC", "#D796EA", "#BF94F4"],
  "category-4": ["#6A2929", "#9DE587", "#94C671"],
  "category-5": ["#653484", "#D7345B", "#E9699D"],
} as const satisfies Record<string, PerTheme>;

/** How strongly a phase band tints the lanes that it runs behind. */
const opacities = {
  "band-opacity": ["0.075", "0.085", "0.16"],
  "fill-opacity": ["0.14", "0.14", "0.14"],
} as const satisfies Record<string, PerTheme>;

const shared = {
  "space-1": "4px",
  "space-2": "8px",
  "space-3": "12px",
  "space-4": "16px",
  "space-5": "24px",
  "font-ui": '"Inter Variable", "Segoe UI", system-ui, sans-serif',
  "font-mono": '"JetBrains Mono", "Cascadia Mono", Consolas, monospace',
  "size-xs": "12px",
  "line-xs": "16px",
  "size-sm": "13px",
  "line-sm": "18px",
  "size-md": "14px",
  "line-md": "20px",
  "size-lg": "16px",
  "line-lg": "24px",
  "size-xl": "22px",
  "line-xl": "28px",
  "radius-cell": "2px",
  "radius-control": "4px",
  "radius-window": "8px",
  "row-table": "24px",
  "row-form": "32px",
  "control-height": "28px",
} as const;

const themed = { ...colours, ...dataColours, ...categories, ...opacities };

export type ThemedToken = keyof typeof themed;
export type SharedToken = keyof typeof shared;

/** A token's value in one theme, such as "#0F6CBD"; for what cannot read CSS variables. */
export function tokenValue(token: ThemedToken, theme: ThemeName): string {
  const [light, dark, highContrast] = themed[token];
  return theme === "light" ? light : theme === "dark" ? dark : highContrast;
}

export const sharedToken = (token: SharedToken): string => shared[token];

/** `var(--name)`, so that a misspelt token fails to compile. */
export const cssVar = (token: ThemedToken | SharedToken): string => `var(--${token})`;

const declarations = (values: readonly (readonly [string, string])[]): string =>
  values.map(([name, value]) => `--${name}: ${value};`).join(" ");

/** Custom properties of one theme as CSS declarations; the sizes that all share come with them. */
export function cssDeclarations(theme: ThemeName): string {
  const tokens = Object.keys(themed) as ThemedToken[];
  return declarations([
    ...tokens.map((token) => [token, tokenValue(token, theme)] as const),
    ...Object.entries(shared),
  ]);
}

/** The whole sheet: the root element's `data-theme` chooses. */
export function cssThemes(): string {
  return themeNames
    .map((theme) => {
      const scheme = theme === "light" ? "light" : "dark";
      return `[data-theme="${theme}"] { color-scheme: ${scheme}; ${cssDeclarations(theme)} }`;
    })
    .join("\n");
}
