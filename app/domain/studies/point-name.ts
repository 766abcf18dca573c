/** What a point of a study is called: its own name, else what makes it out of the base. */
import type { StudyPoint } from "../../contract/study.ts";
import { cutText } from "../format/cut-text.ts";
import { writtenSettingPhrase } from "../scenario-form/setting-text.ts";

const longest = 100;

/** "200 users, think time 100 ms". */
export function pointName({ name, settings }: StudyPoint): string {
  return cutText(name ?? (settings.map(writtenSettingPhrase).join(", ") || "as it is"), longest);
}
