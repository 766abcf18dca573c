/** Takes the name of a counter apart. Instances and counters may hold parentheses of their own. */
import type { CounterPath } from "./perfmon-table.ts";

/** \\HOST\Object(Instance)\Counter, or without the host. Null for what is none. */
export function parseCounterPath(text: string): CounterPath | null {
  const path = text.trim();
  if (!path.startsWith("\\")) return null;
  const named = path.startsWith("\\\\");
  const hostEnd = named ? path.indexOf("\\", 2) : 0;
  if (hostEnd < 0) return null;
  const host = named ? path.slice(2, hostEnd) : null;
  if (host === "") return null;
  const rest = path.slice(hostEnd + 1);
  const split = splitObject(rest);
  return split === null || split.object === "" || split.counter === ""
    ? null
    : { path, host, ...split };
}

/** Under a signed header also Object\Counter or HOST\Object\Counter, whose leading backslashes somebody took away. */
export function parseLooseCounterPath(text: string): CounterPath | null {
  const path = text.trim();
  const steps = path.replace(/\(.*\)/, "").split("\\").length - 1;
  const known = parseCounterPath(path);
  if (known !== null || steps === 0) return known;
  return parseCounterPath(`${steps === 1 ? "\\" : "\\\\"}${path}`);
}

function splitObject(rest: string): Omit<CounterPath, "path" | "host"> | null {
  const open = rest.indexOf("(");
  const slash = rest.indexOf("\\");
  if (open >= 0 && (slash < 0 || open < slash)) {
    // An instance may hold ")" and "\": the last ")\" ends it.
    const close = rest.lastIndexOf(")\\");
    if (close > open) {
      return {
        object: rest.slice(0, open).trim(),
        instance: rest.slice(open + 1, close),
        counter: rest.slice(close + 2).trim(),
      };
    }
  }
  if (slash < 0) return null;
  return {
    object: rest.slice(0, slash).trim(),
    instance: null,
    counter: rest.slice(slash + 1).trim(),
  };
}

/** Same for names that Perfmon takes for the same counter. */
export const pathKey = (path: string): string => path.trim().toLowerCase();
