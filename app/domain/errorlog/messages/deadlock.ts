import {
  always,
  byStart,
  indented,
  type Recogniser,
  says,
  text,
  textOrNull,
} from "./recogniser.ts";

export type DeadlockMessage =
  /** The first record of a deadlock that trace flags 1204 or 1222 print, each in its own form. */
  | { readonly kind: "deadlock"; readonly flag: 1204 | 1222 }
  /** What sessions waited for, as flag 1222 prints it. */
  | {
      readonly kind: "deadlockResource";
      /** "keylock", "pagelock", ... */
      readonly lock: string;
      /** "Sales.dbo.Orders". */
      readonly object: string;
      readonly index: string | null;
    };

/** "keylock hobtid=72057594057457664 dbid=6 objectname=Sales.dbo.Orders indexname=PK_Orders id=lock31 mode=X": values have no blanks. */
const resource = String.raw`(\w{1,20}lock) [^\r\n]{0,300}?\bobjectname=([^\s=]{1,400})(?: indexname=([^\s=]{1,128}))?`;

export const deadlockRecognisers: readonly Recogniser[] = [
  byStart("Deadlock encountered .... Printing deadlock information", {
    kind: "deadlock",
    flag: 1204,
  }),
  says("deadlock", "deadlock-list{end}", { flag: always(1222) }),
  indented(
    says(
      "deadlockResource",
      resource,
      { lock: text, object: text, index: textOrNull },
      { starts: ["keylock ", "pagelock ", "ridlock ", "objectlock "] },
    ),
  ),
];
