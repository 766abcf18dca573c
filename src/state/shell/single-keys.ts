/**
 * Whether letters and signs by themselves are shortcuts. Speech input types them, and so do hands that
 * tremble: who is better off without says so in Settings.
 */
import * as z from "zod";
import { readSetting, useSetting } from "../services/settings.ts";

const key = "keys.single";

export const useSingleKeys = (): [boolean, (use: boolean) => void] =>
  useSetting(key, z.boolean(), true);

export const usesSingleKeys = (): boolean => readSetting(key, z.boolean(), true);
