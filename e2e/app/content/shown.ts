/** Numbers as a person reads them on the screen, compared with what was measured. */
import { expect } from "@playwright/test";

/** "1,234.5 MiB" is 1234.5. */
export function numberIn(text: string): number {
  const match = /[-−]?\d[\d,]*(\.\d+)?/.exec(text);
  if (match === null) throw new Error(`no number in "${text}"`);
  return Number(match[0].replaceAll(",", "").replace("−", "-"));
}

/** Half of the last digit that is shown. */
function precisionOf(text: string): number {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals;
}

/** What is shown is the value, rounded to the digits that are shown. */
export function expectShown(text: string, value: number, what: string): void {
  const difference = Math.abs(numberIn(text) - value);
  expect(difference, `${what}: shown ${text}, measured ${value}`).toBeLessThanOrEqual(
    precisionOf(text) * (1 + 1e-9),
  );
}

/** "21:56:05.46" on a clock that starts at `origin`, a local time without zone. */
export function clockMs(text: string, origin: string): number {
  const day = origin.slice(0, 10);
  const start = Date.parse(`${origin}Z`);
  const at = Date.parse(`${day}T${text}Z`);
  return (at < start ? at + 86_400_000 : at) - start;
}

/** "250 ms", "31.35 s", "1 min 20.91 s" */
export function durationMs(text: string): number {
  const part = (unit: string) =>
    Number(new RegExp(`([\\d.,]+) ${unit}\\b`).exec(text)?.[1]?.replaceAll(",", "") ?? 0);
  return 3_600_000 * part("h") + 60_000 * part("min") + 1000 * part("s") + part("ms");
}
