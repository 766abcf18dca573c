/** A term for a kind of record: records have no unit. */
import type { MessageKind } from "../../errorlog/messages/message.ts";
import type { Term } from "../term.ts";

export const record = (title: string, what: string, reading: string): Term => ({
  title,
  unit: null,
  what,
  reading,
});

export type TermsOf<Kind extends MessageKind> = Readonly<Record<Kind, Term>>;
