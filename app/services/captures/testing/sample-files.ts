/** Small files of one invented server, for tests. */

/** Two hours before `laterLog`, without a byte order mark. */
export const earlierLog = [
  "2024-03-05 08:00:00.10 Server      Microsoft SQL Server 2019 (RTM-CU15) (KB5008996) - 15.0.4198.2 (X64) ",
  "\tJan 12 2022 22:30:08 ",
  "\tCopyright (C) 2019 Microsoft Corporation",
  "\tEnterprise Edition (64-bit) on Windows Server 2019 Datacenter 10.0 <X64> (Build 17763: )",
  "2024-03-05 08:00:00.11 Server      (c) Microsoft Corporation.",
  "2024-03-05 08:00:05.00 spid9s      Starting up database 'sales'.",
  "",
].join("\r\n");

export const laterLog = [
  "2024-03-05 10:00:00.00 Logon       Error: 18456, Severity: 14, State: 8.",
  "2024-03-05 10:00:00.00 Logon       Login failed for user 'CONTOSO\\report'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]",
  "2024-03-05 10:00:01.00 spid51      Something that nobody knows.",
  "2024-03-05 10:00:02.00 spid51      DBCC TRACEON 3605, server process ID (SPID) 51. This is an informational message only; no user action is required.",
  "",
].join("\r\n");

export const counters = [
  '"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\SQLPROD01\\SQLServer:Databases(sales)\\Transactions/sec","\\\\SQLPROD01\\Processor(_Total)\\% Processor Time"',
  '"03/05/2024 09:59:50.000","100","20"',
  '"03/05/2024 10:00:00.000","300","40"',
  '"03/05/2024 10:00:10.000","200","30"',
  "",
].join("\r\n");

/** A log of so many records of failed logons, 145 bytes each. */
export function longLog(records: number): string {
  const lines: string[] = [];
  for (let record = 0; record < records; record += 1) {
    const time = new Date(Date.UTC(2024, 2, 5) + record * 10).toISOString();
    const at = time.slice(0, 22).replace("T", " ");
    lines.push(
      `${at} Logon       Login failed for user 'app${record % 9}'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]`,
    );
  }
  return `${lines.join("\r\n")}\r\n`;
}
