import { byPattern, numberOf, type Recogniser } from "./recogniser.ts";

export type ErrorMessage =
  /** "Error: 5128, Severity: 17, State: 2.": a record of its own, in whatever language. */
  | {
      readonly kind: "errorHeader";
      readonly number: number;
      readonly severity: number;
      readonly state: number;
    }
  /** The text of an error that has no recogniser of its own. */
  | { readonly kind: "errorText" }
  | { readonly kind: "other" };

/**
 * "Error" in the languages that the product comes in. The words for severity and state are not
 * compared: the three figures in this order are what makes a header.
 */
const errorWords = [
  "Error",
  "Fehler",
  "Erreur",
  "Errore",
  "Erro",
  "Ошибка",
  "エラー",
  "错误",
  "錯誤",
  "오류",
];

const header = new RegExp(
  String.raw`^(?:${errorWords.join("|")})[ \u00a0]?[:：] ?(\d{1,10})[,、，] ?[^\d:：,\r\n]{2,20}[:：] ?(\d{1,2})[,、，] ?[^\d:：,\r\n]{2,20}[:：] ?(\d{1,5})(?:[.。]|\s|$)`,
);

/** A word of two characters leads with what follows it. */
const headerStarts = errorWords.flatMap((word) =>
  word.length > 2 ? [word] : [":", " :", "：", " ："].map((colon) => word + colon),
);

/** "Error: 18456, Severity: 14, State: 8.", as most logs have it by the thousand. */
const english = /^Error: (\d{1,10}), Severity: (\d{1,2}), State: (\d{1,5})(?:\.|\s|$)/;

const readHeader = (match: RegExpExecArray): ErrorMessage => ({
  kind: "errorHeader",
  number: numberOf(match, 1),
  severity: numberOf(match, 2),
  state: numberOf(match, 3),
});

export const errorRecognisers: readonly Recogniser[] = [
  byPattern(["Error: "], english, readHeader),
  byPattern(headerStarts, header, readHeader),
];
