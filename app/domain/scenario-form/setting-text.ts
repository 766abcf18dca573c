/**
 * How a value that was set is told where no form stands around it: in names of runs and of the points of a
 * study, and on the axes of its figure. The words are the form's.
 */
import { devicePreset, isDevicePreset } from "../../contract/device-presets.ts";
import { scenarioField, splitUnit } from "../../contract/scenario-form.ts";
import type { Path } from "../../contract/schema-path.ts";
import { isServerPreset, serverPreset } from "../../contract/server-presets.ts";
import { parsePath } from "../../contract/set-path.ts";
import { countOf, formatExact } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { choiceNames } from "./choice-names.ts";
import { elementOf, labelOf } from "./labels.ts";

const lowered = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

const keyOf = (path: Path): string => String(path.at(-1) ?? "");

/** "think time", "volume 1 read service time". An abbreviation keeps its capitals. */
export function settingName(path: Path): string {
  return [elementOf(path), lowered(labelOf(path))].filter((part) => part !== null).join(" ");
}

/** "ms"; empty where the label says it, as of "Users", and where there is none. */
export function settingUnit(path: Path): string {
  const { unit } = splitUnit(keyOf(path));
  return unit === labelOf(path).toLowerCase() ? "" : unit;
}

/** "Think time, ms": over a column, along an axis. */
export const settingTitle = (path: Path): string =>
  [atBegin(settingName(path)), settingUnit(path)].filter((part) => part !== "").join(", ");

/** A value without its unit: "1,000", and the title of what is named by a preset. */
export function plainSetting(path: Path, value: unknown): string {
  if (typeof value === "number") return formatExact(value);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") {
    const called = choiceNames(path)?.[value];
    if (called !== undefined) return lowered(called);
    const preset = keyOf(path) === "preset" ? value : /^\{"preset":"([^"]*)"\}$/.exec(value)?.[1];
    return preset === undefined ? value : presetTitle(preset);
  }
  const isPlain = (one: unknown) => typeof one === "number" || typeof one === "string";
  if (Array.isArray(value) && value.every(isPlain)) {
    return value.length === 0 ? "none" : value.join(", ");
  }
  return value === null || value === undefined ? "not set" : JSON.stringify(value);
}

const presetTitle = (name: string): string => {
  if (isDevicePreset(name)) return devicePreset(name).shortTitle;
  return isServerPreset(name) ? serverPreset(name).title : name;
};

/** "200 users", "think time 100 ms", "SQL Server 2016 and later". */
export function settingPhrase(path: Path, value: unknown): string {
  const { stem, unit } = splitUnit(keyOf(path));
  const counted = unit !== "" && unit === labelOf(path).toLowerCase();
  if (counted && typeof value === "number" && elementOf(path) === null) {
    return countOf(value, unit.replace(/s$/, ""), unit);
  }
  const told = `${settingName(path)} ${plainSetting(path, value)}`;
  return stem === keyOf(path) ? told : `${told} ${unit}`;
}

/** The phrase for "workload.users=200", as `--set` reads it; values of several parts stay as they are written. */
export function writtenSettingPhrase(setting: string): string {
  const equals = setting.indexOf("=");
  const path = parsePath(setting.slice(0, equals));
  const text = setting.slice(equals + 1).replace(/^"(.*)"$/, "$1");
  if (/^[[{]/.test(text) && plainSetting(path, text) === text) return setting;
  const kind = scenarioField(path, {})?.kind;
  const number =
    kind === "choice" || kind === "text" || text.trim() === "" ? Number.NaN : Number(text);
  return settingPhrase(path, Number.isNaN(number) ? text : number);
}
