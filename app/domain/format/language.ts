/**
 * All words of the product are English, so what stands among them is written as English does: "1,234.5". It is the
 * same on screen, in reports, in a terminal and in files, whatever the language of the machine.
 */
export const language = "en-US";
