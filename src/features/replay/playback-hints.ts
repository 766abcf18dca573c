/** What the status bar says of the keys of Replay. */
export const playbackHints: readonly string[] = [
  "Space plays",
  "arrows step events",
  "Shift+arrows step phases",
  "? all keys",
];
