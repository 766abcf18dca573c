/** What a sweep varies, in words: at its fields, and where it is started. */
import { parsePath } from "../../contract/set-path.ts";
import type { Sweep, SweepParameter } from "../../contract/sweep.ts";
import { plainSetting, settingName, settingUnit } from "../scenario-form/setting-text.ts";
import { sweptValues } from "./expand-sweep.ts";

/** More are told by their ends. */
const mostTold = 8;

/** "10, 20, 40 ms"; "100 to 2,000, 20 values". */
export function sweptValuesText(parameter: SweepParameter): string {
  const path = parsePath(parameter.path);
  const values = sweptValues(parameter).map((value) =>
    plainSetting(path, typeof value === "object" && value !== null ? JSON.stringify(value) : value),
  );
  const unit = settingUnit(path) === "" ? "" : ` ${settingUnit(path)}`;
  return values.length <= mostTold
    ? `${values.join(", ")}${unit}`
    : `${values[0]} to ${values.at(-1)}${unit}, ${values.length} values`;
}

/** "users 10, 20, 40; think time 100, 200 ms". */
export const sweepText = ({ parameters }: Pick<Sweep, "parameters">): string =>
  parameters
    .map((parameter) => `${settingName(parsePath(parameter.path))} ${sweptValuesText(parameter)}`)
    .join("; ");
