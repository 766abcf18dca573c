/** A log as it would be of a server with a given name. */

const nameRecord = /Server name is '[^']*'\./g;
const firstTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{2}/m;

export function onServer(text: string, name: string): string {
  const said = `Server name is '${name}'.`;
  if (text.search(nameRecord) >= 0) return text.replaceAll(nameRecord, said);
  const [time = ""] = firstTime.exec(text) ?? [];
  const rest = "This is an informational message only. No user action is required.";
  return `${time} Server      ${said} ${rest}\n${text}`;
}
