/**
 * Text for a terminal. Names and records are whatever the files of others hold: a terminal would obey
 * their control characters, so it gets them as escapes (\u001b), which in JSON mean the same character.
 * So do marks that turn the direction of all that follows them.
 */

const forbidden = /\r(?!\n)|[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu;
const lineBreakers = /[\n\r\t]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Line ends and tabs stay. */
export const terminalText = (text: string): string => text.replaceAll(forbidden, escaped);

/** For names: line ends and tabs are escapes too, so that none can pass for a line of ours. */
export const terminalName = (name: string): string =>
  terminalText(name.replaceAll(lineBreakers, escaped));
