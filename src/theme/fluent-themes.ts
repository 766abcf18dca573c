/** Fluent's themes, made from our tokens, so that its controls and ours cannot drift apart. */
import {
  type Theme,
  teamsHighContrastTheme,
  webDarkTheme,
  webLightTheme,
} from "@fluentui/react-components";
import {
  sharedToken,
  type ThemedToken,
  type ThemeName,
  tokenValue,
} from "../../app/theme/tokens.ts";

/** Each state of a token of Fluent takes the same value: "", "Hover", "Pressed", "Selected". */
function states(name: string, value: string, hover = value, pressed = hover): [string, string][] {
  return [
    [name, value],
    [`${name}Hover`, hover],
    [`${name}Pressed`, pressed],
    [`${name}Selected`, pressed],
  ];
}

function colours(theme: ThemeName): [string, string][] {
  const token = (name: ThemedToken) => tokenValue(name, theme);
  const [hover, selected] = [token("hover"), token("selected")];
  // Fluent's high contrast sets what is disabled in green, which here means that all is well.
  const disabled = token(theme === "high-contrast" ? "divider" : "control-edge");
  return [
    ["colorNeutralForegroundDisabled", disabled],
    ["colorNeutralBackgroundDisabled", token("raised")],
    ["colorNeutralStrokeDisabled", token("divider")],
    ...states("colorNeutralForeground1", token("text-1")),
    ...states("colorNeutralForeground2", token("text-2"), token("text-1")),
    ...states("colorNeutralForeground3", token("text-3"), token("text-2")),
    ["colorNeutralForeground4", token("text-3")],
    ["colorNeutralForeground2BrandHover", token("accent")],
    ["colorNeutralForeground2BrandPressed", token("accent")],
    ["colorNeutralForeground2BrandSelected", token("accent")],
    ["colorNeutralForeground3BrandHover", token("accent")],
    ["colorNeutralForeground3BrandPressed", token("accent")],
    ["colorNeutralForeground3BrandSelected", token("accent")],
    ...states("colorNeutralForeground2Link", token("text-2"), token("text-1")),
    ...states("colorBrandForegroundLink", token("accent")),
    ...states("colorCompoundBrandForeground1", token("accent")),
    ["colorBrandForeground1", token("accent")],
    ...states("colorBrandForeground2", token("accent")),
    ["colorNeutralForegroundOnBrand", token("primary-text")],
    ...states("colorNeutralBackground1", token("surface"), hover, selected),
    ...states("colorNeutralBackground2", token("raised"), hover, selected),
    ...states("colorNeutralBackground3", token("raised"), hover, selected),
    ...states("colorSubtleBackground", "transparent", hover, selected),
    ...states("colorTransparentBackground", "transparent", "transparent", "transparent"),
    ...states("colorBrandBackground", token("primary-fill"), token("primary-fill")),
    ...states("colorCompoundBrandBackground", token("primary-fill")),
    ["colorBrandBackgroundStatic", token("primary-fill")],
    ...states("colorBrandBackground2", selected),
    ...states("colorNeutralStroke1", token("border"), token("control-edge")),
    ["colorNeutralStroke2", token("divider")],
    ["colorNeutralStroke3", token("grid")],
    ...states("colorNeutralStrokeAccessible", token("control-edge"), token("text-3")),
    ["colorNeutralStrokeAccessibleSelected", token("accent")],
    ["colorNeutralStrokeOnBrand", token("surface")],
    ["colorBrandStroke1", token("accent")],
    ["colorBrandStroke2", token("accent")],
    ...states("colorCompoundBrandStroke", token("accent")),
    // Fluent draws its focus ring in stroke 2; ours is the accent, outside the control.
    ["colorStrokeFocus2", token("accent")],
    ["colorStrokeFocus1", token("surface")],
    ["colorStatusSuccessForeground1", token("ok")],
    ["colorStatusSuccessForeground3", token("ok")],
    ["colorStatusWarningForeground1", token("warn")],
    ["colorStatusWarningForeground3", token("warn")],
    ["colorStatusDangerForeground1", token("error")],
    ["colorStatusDangerForeground3", token("error")],
    // Message bars: a neutral ground with an edge in the colour of what is meant.
    ...(["Success", "Warning", "Danger"] as const).flatMap((status): [string, string][] => {
      const colour = token(({ Success: "ok", Warning: "warn", Danger: "error" } as const)[status]);
      return [
        [`colorStatus${status}Background1`, token("raised")],
        [`colorStatus${status}Border1`, colour],
      ];
    }),
    ["colorPaletteRedForeground1", token("error")],
    ["colorPaletteRedForeground3", token("error")],
    ["colorPaletteRedBorder2", token("error")],
    ["colorPaletteDarkOrangeForeground1", token("warn")],
    ["colorPaletteGreenForeground1", token("ok")],
    ["colorPaletteGreenForeground3", token("ok")],
  ];
}

/** Our type scale under Fluent's names. A control's line of 16 px keeps it 28 px high. */
const sizes: Partial<Theme> = {
  fontFamilyBase: sharedToken("font-ui"),
  fontFamilyMonospace: sharedToken("font-mono"),
  fontFamilyNumeric: sharedToken("font-ui"),
  fontSizeBase100: sharedToken("size-xs"),
  lineHeightBase100: sharedToken("line-xs"),
  fontSizeBase200: sharedToken("size-xs"),
  lineHeightBase200: sharedToken("line-xs"),
  fontSizeBase300: sharedToken("size-sm"),
  lineHeightBase300: sharedToken("line-xs"),
  fontSizeBase400: sharedToken("size-md"),
  lineHeightBase400: sharedToken("line-md"),
  fontSizeBase500: sharedToken("size-lg"),
  lineHeightBase500: sharedToken("line-lg"),
  fontSizeBase600: sharedToken("size-xl"),
  lineHeightBase600: sharedToken("line-xl"),
  borderRadiusSmall: sharedToken("radius-cell"),
  borderRadiusMedium: sharedToken("radius-control"),
  borderRadiusLarge: sharedToken("radius-control"),
  borderRadiusXLarge: sharedToken("radius-window"),
};

const bases: Readonly<Record<ThemeName, Theme>> = {
  light: webLightTheme,
  dark: webDarkTheme,
  "high-contrast": teamsHighContrastTheme,
};

const themeOf = (name: ThemeName): Theme => ({
  ...bases[name],
  ...Object.fromEntries(colours(name)),
  ...sizes,
});

export const fluentThemes: Readonly<Record<ThemeName, Theme>> = {
  light: themeOf("light"),
  dark: themeOf("dark"),
  "high-contrast": themeOf("high-contrast"),
};
