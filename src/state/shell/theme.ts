/** The theme that the user chose, kept with the settings. */
import * as z from "zod";
import { useSetting } from "../services/settings.ts";

/** The names are those of src/theme; the state layer may not import it. */
const themeChoiceSchema = z.enum(["system", "light", "dark", "high-contrast"]);
export type ChosenTheme = z.infer<typeof themeChoiceSchema>;

export const themeNames: Readonly<Record<ChosenTheme, string>> = {
  system: "Follow the system (colour and contrast)",
  light: "Light",
  dark: "Dark",
  "high-contrast": "High contrast",
};

export const themeChoices: readonly ChosenTheme[] = themeChoiceSchema.options;

export const useThemeChoice = (): [ChosenTheme, (choice: ChosenTheme) => void] =>
  useSetting<ChosenTheme>("theme", themeChoiceSchema, "system");
