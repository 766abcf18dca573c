/** Kinds and phases of messages, as filters and counts need them: by kind id where that is enough. */
import { messageKinds, phaseByKind, phaseOfKind } from "../../domain/errorlog/messages/kinds.ts";
import { recognise } from "../../domain/errorlog/messages/recognise.ts";
import type { KindTable } from "./record-table.ts";

export const kindTable: KindTable = {
  kinds: messageKinds,
  phases: messageKinds.map(phaseByKind),
  phaseOfText(kindId, text) {
    const message = recognise(text, null);
    return message.kind === messageKinds[kindId] ? phaseOfKind(message) : null;
  },
};
