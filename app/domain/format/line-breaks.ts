/** Where a line may not end. Only what is shown needs it: what is copied or written keeps plain spaces. */

const noBreakSpace = "\u00a0";

/**
 * A number stays with its unit or with what it counts ("100 %", "8 CPUs"), a sign with both its sides
 * ("0 = none", "2 × 190 MiB/s"): a line that begins with "%" or "MiB" is read as another figure.
 */
export const withUnitsKept = (text: string): string =>
  text.replaceAll(/(?<=\d|[=×]) (?=\S)| (?=[=×] )/g, noBreakSpace);
