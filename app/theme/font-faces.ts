/** The fonts of the interface within a sheet: a file that has it looks the same on a machine without them. */
import { embeddedFonts } from "./embedded-fonts.ts";

type Family = (typeof embeddedFonts)[number]["family"];

export const fontFaces = (families: readonly Family[]): string =>
  embeddedFonts
    .filter(({ family }) => families.includes(family))
    .map(
      ({ family, weights, base64 }) =>
        `@font-face { font-family: "${family}"; font-weight: ${weights}; src: url(data:font/woff2;base64,${base64}) format("woff2"); }`,
    )
    .join("\n");
