import { codeOf, endOfDigits, figureOf, isLabelAt } from "./characters.ts";
import { number, type Recogniser, says } from "./recogniser.ts";

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
const errorWords = "Error|Fehler|Erreur|Errore|Erro|Błąd|Hata|Ошибка|エラー|错误|錯誤|오류";

/** How a client prints the same: "Msg 1823, Level 16, State 2, Line 3". */
const clientWords =
  "Msg|Meldung|Mensaje|Message|Messaggio|Mensagem|Komunikat|İleti|Сообщение|メッセージ|消息|訊息|메시지";

const clientHeader = String.raw`(?:${clientWords}) (\d{1,10})[,、，] ?[^\d,、，\r\n]{2,20} ?(\d{1,2})[,、，] ?[^\d,、，\r\n]{2,20} ?(\d{1,5})(?:[,、，.]|\s|$)`;

const header = String.raw`(?:${errorWords})[ \u00a0]?[:：] ?(\d{1,10})[,、，] ?[^\d:：,\r\n]{2,20}[:：] ?(\d{1,2})[,、，] ?[^\d:：,\r\n]{2,20}[:：] ?(\d{1,5})(?:[.。]|\s|$)`;

/** A word of two characters leads with what follows it. */
const headerStarts = errorWords
  .split("|")
  .flatMap((word) =>
    word.length > 2 ? [word] : [":", " :", "：", " ："].map((colon) => word + colon),
  );

const english = { start: "Error: ", severity: ", Severity: ", state: ", State: " } as const;
const fullStop = codeOf(".");

/** "Error: 18456, Severity: 14, State: 8.", as most logs have it by the thousand. */
function readEnglish(text: string): ErrorMessage | null {
  const numberAt = english.start.length;
  const numberEnd = endOfDigits(text, numberAt);
  if (!isLabelAt(text, numberEnd, english.severity)) return null;
  const severityAt = numberEnd + english.severity.length;
  const severityEnd = endOfDigits(text, severityAt);
  if (!isLabelAt(text, severityEnd, english.state)) return null;
  const stateAt = severityEnd + english.state.length;
  const stateEnd = endOfDigits(text, stateAt);
  if (text.charCodeAt(stateEnd) !== fullStop) return null;
  // Other lengths are for the pattern to judge.
  const isUsual =
    isWithin(numberEnd - numberAt, 10) &&
    isWithin(severityEnd - severityAt, 2) &&
    isWithin(stateEnd - stateAt, 5);
  if (!isUsual) return null;
  return {
    kind: "errorHeader",
    number: figureOf(text, numberAt, numberEnd),
    severity: figureOf(text, severityAt, severityEnd),
    state: figureOf(text, stateAt, stateEnd),
  };
}

const isWithin = (digits: number, most: number): boolean => digits >= 1 && digits <= most;

const numbers = { number, severity: number, state: number };

export const errorRecognisers: readonly Recogniser[] = [
  { starts: [english.start], read: readEnglish },
  says("errorHeader", header, numbers, { starts: headerStarts }),
  says("errorHeader", clientHeader, numbers, {
    starts: clientWords.split("|").map((word) => `${word} `),
  }),
];
