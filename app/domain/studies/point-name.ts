/** What a point of a study is called: its own name, else what makes it out of the base. */
import type { StudyPoint } from "../../contract/study.ts";
import { writtenSettingPhrase } from "../scenario-form/setting-text.ts";

const longest = 100;

/** "200 users, think time 100 ms". */
export function pointName({ name, settings }: StudyPoint): string {
  const text = name ?? (settings.map(writtenSettingPhrase).join(", ") || "as it is");
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
