/** What a preset is called where people read it: its name is what the command line takes. */

/** Words that are not written as the others of a title. */
const spelled: Readonly<Record<string, string>> = {
  sqlcat: "SQLCAT",
  sqlskills: "SQLskills",
  select: "SELECT",
  into: "INTO",
};

/** What asks for a choice is a question: "database-or-array-snapshot" is "Database or array snapshot?". */
const choice = /-or-/;

/** A guided series: "faster-backups-step-by-step" is "Faster backups, step by step". */
const series = / step by step$/;

/** "creation-under-load" is "Creation under load", "sqlskills-select-into" "SQLskills SELECT INTO". */
export function titleOfPreset(name: string): string {
  const title = name
    .split("-")
    .map((word) => spelled[word] ?? word)
    .join(" ")
    .replace(series, ", step by step");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${choice.test(name) ? "?" : ""}`;
}
