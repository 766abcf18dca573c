/** `--over`: what is varied, as one writes it on a command line. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { SweepParameter } from "../../contract/sweep.ts";
import { sweptValues } from "./expand-sweep.ts";

const number = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const range = new RegExp(String.raw`^(${number})\.\.(${number})/(${number})$`, "i");

/** "path=1,2,5", "path=100..400/100", or values as JSON with commas between. */
export function parseOver(text: string): Result<SweepParameter> {
  const equals = text.indexOf("=");
  const [path, said] = [text.slice(0, equals), text.slice(equals + 1).trim()];
  if (equals <= 0 || said === "") {
    return failure(
      "badInput",
      `--over ${text}: is not of the form path=values; allowed: path=value,value,..., or ` +
        "path=from..to/step; such as workload.users=100..400/100",
    );
  }
  const parsed = parseValues(path, said);
  return parsed.ok ? parsed : failure("badInput", `--over ${text}: ${parsed.error.message}`);
}

/** "1,2,5", "100..400/100", or values as JSON with commas between. */
export function parseValues(path: string, text: string): Result<SweepParameter> {
  const said = text.trim();
  if (said === "") {
    return failure("badInput", "no value is given; allowed: a list, or from..to/step");
  }
  const found = range.exec(said);
  if (found === null) return success({ path, values: valuesIn(said) });
  const [from = 0, to = 0, step = 0] = found.slice(1).map(Number);
  return step > 0
    ? success({ path, from, to, step })
    : failure("badInput", `${step} is not allowed as step; allowed: more than 0`);
}

/** What `parseValues` reads as the same values. */
export function valuesText(parameter: SweepParameter): string {
  if ("step" in parameter) return `${parameter.from}..${parameter.to}/${parameter.step}`;
  const values = "values" in parameter ? parameter.values : sweptValues(parameter);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(", ");
}

/** What is JSON with commas between is meant so, as devices are; else each part by itself. */
const valuesIn = (text: string): unknown[] =>
  jsonOf(`[${text}]`) ?? text.split(",").flatMap((part) => jsonOf(`[${part}]`) ?? [part.trim()]);

function jsonOf(text: string): unknown[] | null {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}
