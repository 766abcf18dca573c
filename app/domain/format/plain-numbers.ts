/** Numbers in columns of a terminal and in files, as programs read them: without groups. Units stand beside them. */

export const fixed = (value: number, digits: number): string => value.toFixed(digits);

/** Milliseconds as seconds, to the millisecond. */
export const secondsOf = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Bytes as MiB (1,048,576 bytes). */
export const mebibytesOf = (bytes: number): string => (bytes / (1024 * 1024)).toFixed(1);

/** "15.2 MiB"; in KiB what would be next to nothing in MiB. */
export const sizeOf = (bytes: number): string =>
  bytes < 100 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${mebibytesOf(bytes)} MiB`;

export const percentOf = (part: number, whole: number): string =>
  whole > 0 ? ((100 * part) / whole).toFixed(1) : "-";

/** Null is "not measured", which is not zero. */
export const orDash = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined ? "-" : value.toFixed(digits);
