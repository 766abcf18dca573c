/** What a point of a study is called: its own name, else what makes it out of the base. */
import type { StudyPoint } from "../../contract/study.ts";

const longest = 100;

export function pointName({ name, settings }: StudyPoint): string {
  const text = name ?? (settings.join(", ") || "as it is");
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
