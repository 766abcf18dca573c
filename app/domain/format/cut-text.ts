/** `most` characters of a text at most, the last of them an ellipsis where some are left out. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(most - 1, 1))}…` : text;
