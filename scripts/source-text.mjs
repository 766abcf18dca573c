// Reading C++ and TypeScript without a compiler: text with comments (and strings) blanked out, so
// that a search finds code only. Offsets and line numbers stay those of the original.

const blank = (text) => text.replace(/[^\n]/g, " ");

/** The end of a quoted literal that starts at `start`; one that is not closed ends with its line. */
function endOfQuoted(text, start) {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === "\n" && quote !== "`") return at;
  }
  return text.length;
}

/** The end of what starts at `at`, and what it is; undefined where plain code goes on. */
function pieceAt(text, at, language) {
  const two = text.slice(at, at + 2);
  if (two === "//") {
    const end = text.indexOf("\n", at);
    return { kind: "comment", end: end < 0 ? text.length : end };
  }
  if (two === "/*") {
    const end = text.indexOf("*/", at + 2);
    return { kind: "comment", end: end < 0 ? text.length : end + 2 };
  }
  if (language === "cpp" && two === 'R"') {
    const delimiter = text.slice(at + 2, text.indexOf("(", at));
    const end = text.indexOf(`)${delimiter}"`, at);
    return { kind: "string", end: end < 0 ? text.length : end + delimiter.length + 2 };
  }
  const first = text[at];
  const isQuote = first === '"' || first === "'" || (language === "ts" && first === "`");
  // 1'000'000: a digit separator opens no literal.
  const isSeparator = language === "cpp" && first === "'" && /\w/.test(text[at - 1] ?? "");
  if (isQuote && !isSeparator) return { kind: "string", end: endOfQuoted(text, at) };
  return undefined;
}

/** `text` with comments blanked out; with `strings`, the insides of string literals as well. */
export function codeOnly(text, language, { strings = false } = {}) {
  let code = "";
  let at = 0;
  while (at < text.length) {
    const piece = pieceAt(text, at, language);
    if (piece === undefined) {
      code += text[at];
      at += 1;
      continue;
    }
    const whole = text.slice(at, piece.end);
    code += piece.kind === "comment" || strings ? blank(whole) : whole;
    at = piece.end;
  }
  return code;
}

export function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length;
}
