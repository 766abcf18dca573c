/** Stepping a number by key: arrows by one, Page Up and Page Down by ten, within what is allowed. */
import type { ScenarioField } from "../../../../app/contract/scenario-form.ts";

const steps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Null for a key that does not step. */
export function steppedValue(
  key: string,
  value: number,
  field: Pick<ScenarioField, "minimum" | "maximum"> | null,
): number | null {
  const step = steps[key];
  if (step === undefined) return null;
  const lowest = field?.minimum ?? Number.MIN_SAFE_INTEGER;
  const highest = field?.maximum ?? Number.MAX_SAFE_INTEGER;
  // 0.1 + 0.2 is not 0.3: seconds have three decimals at most.
  return Math.round(Math.min(highest, Math.max(lowest, value + step)) * 1000) / 1000;
}
