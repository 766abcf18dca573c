/** What was done beside the creation of a snapshot that users notice as well. */
import type { OtherAct } from "../../contract/creation-cost.ts";

export interface NoticedAct extends OtherAct {
  /** The snapshot that it creates, of the database or of the array; null: it is no creation. */
  readonly creates: string | null;
  /** What is measured after it cannot be compared with what was before it. */
  readonly parts: boolean;
}
