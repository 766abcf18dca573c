/** When an entry of a timeline is carried out, in words. */
import { counters } from "../../contract/telemetry-catalog.ts";
import type { AfterTrigger, TimelineEntry, WhenTrigger } from "../../contract/timeline.ts";
import { counterTerm } from "../glossary/glossary.ts";

/** "at 30 s", "after create_1 completed", "when log used is above 70 %"; with the clock of its run, "at 30 s (21:48:37)". */
export function triggerText(
  { atSeconds, after, when }: Partial<TimelineEntry>,
  clockOf?: (seconds: number) => string | null,
): string {
  if (after !== undefined) return afterText(after);
  if (when !== undefined) return whenText(when);
  const clock = clockOf?.(atSeconds ?? 0) ?? null;
  return `at ${atSeconds ?? 0} s${clock === null ? "" : ` (${clock})`}`;
}

const pastEvents: Readonly<Record<string, string>> = {
  started: "started",
  completed: "completed",
  failed: "failed",
};

function afterText({ step, event, delaySeconds }: AfterTrigger): string {
  const happened = pastEvents[event] ?? `began its phase ${event}`;
  const delay = delaySeconds === 0 ? "" : `${delaySeconds} s `;
  return `${delay}after ${step} ${happened}`;
}

function whenText({ counter, above, below, fromSeconds }: WhenTrigger): string {
  const bound = above === undefined ? `below ${below ?? 0}` : `above ${above}`;
  const unit = counters.find(({ id }) => id === counter)?.unit ?? "";
  const from = fromSeconds === 0 ? "" : `, from ${fromSeconds} s on`;
  const { title } = counterTerm(counter);
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  return `when ${name} is ${bound} ${unit}${from}`;
}
