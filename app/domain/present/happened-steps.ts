/** What happened by the counters while a log tells of something: what a reader asks for before all else. */
import type { CounterEffect } from "../../contract/capture.ts";
import { strengthOf, strongestEffects } from "../counter-effects/strongest-effects.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { lanesAround } from "./pictures.ts";
import { fitting } from "./sentences.ts";
import type { PresentStep } from "./step.ts";

const mostTold = 3;

/** The strongest, in order of time: each is played from before it until what came after it is seen. */
export const happenedSteps = (
  timeline: Timeline,
  effects: readonly CounterEffect[],
): readonly PresentStep[] =>
  strongestEffects(effects, mostTold).map((effect) => {
    const picture = lanesAround(timeline, effect);
    return {
      id: `happened/${effect.startMs}/${effect.what}`,
      sentence: sentenceOf(effect),
      startMs: effect.startMs,
      endMs: picture.view.endMs,
      ...{ open: false, tells: [] },
      picture: { ...picture, counters: countersOf(effect) },
    };
  });

/** The first is what a server does for its users; the other is what changed most. */
function countersOf({ changes }: CounterEffect): readonly string[] {
  const strongest = changes.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  const ids = [...changes.slice(0, 1), ...strongest].map(({ counter }) => counter);
  return [...new Set(ids)];
}

/** Without the weakest of its further changes where there is no room for all of them. */
function sentenceOf({ sentence, changes }: CounterEffect): string {
  const texts = sentence.slice(0, -1).split(", ");
  const weakest = changes
    .map((change, index) => ({ change, text: texts.at(index - changes.length) }))
    .slice(1)
    .toSorted((a, b) => strengthOf(a.change) - strengthOf(b.change));
  const without = weakest.map((_, count) => {
    const left = new Set(weakest.slice(0, count + 1).map(({ text }) => text));
    return `${texts.filter((text) => !left.has(text)).join(", ")}.`;
  });
  return fitting(sentence, ...without);
}
