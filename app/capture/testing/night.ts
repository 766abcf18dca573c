/**
 * A night of a server, in the product's words: a backup, a snapshot that is created without trace flags, slow
 * writes on the volume of the data, a short freeze, and the counters of the time. Its bytes are the same each time.
 */
import { SeededRandom } from "../../domain/seeded-random.ts";

const informational = "This is an informational message only. No user action is required.";
const day = "2024-03-05";

const record = (time: string, source: string, text: string): string =>
  `${day} ${time} ${source.padEnd(12)}${text}`;

const slow = (time: string, ms: number): string =>
  record(
    time,
    "spid9s",
    `SQL Server has encountered 3 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [D:\\data\\Sales.mdf] in database id 5.  The OS file handle is 0x0000000000000A14.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the long I/O is: ${ms} ms.`,
  );

export const nightServer = "SALESDB01";

/** Lines of the ERRORLOG, of the server `host`. */
export const nightLog = (host = nightServer): string =>
  [
    record(
      "00:00:00.04",
      "Server",
      "Microsoft SQL Server 2019 (RTM-CU15) (KB5008996) - 15.0.4198.2 (X64) ",
    ),
    "\tJan 12 2022 22:30:08 ",
    "\tCopyright (C) 2019 Microsoft Corporation",
    "\tEnterprise Edition: Core-based Licensing (64-bit) on Windows Server 2019 Standard 10.0 <X64> (Build 17763: ) (Hypervisor)",
    record("00:00:00.04", "Server", "UTC adjustment: 1:00"),
    record("00:00:00.04", "Server", "Server process ID is 4712."),
    record("00:00:00.90", "spid8s", "Starting up database 'master'."),
    record("00:00:02.20", "spid8s", `Server name is '${host}'. ${informational}`),
    record("00:00:03.00", "spid21s", "Starting up database 'Sales'."),
    record("00:00:04.10", "spid8s", `Recovery is complete. ${informational}`),
    record(
      "00:00:04.20",
      "spid8s",
      `SQL Server is now ready for client connections. ${informational}`,
    ),
    record(
      "01:12:30.40",
      "Backup",
      `Database backed up. Database: Sales, creation date(time): 2019/03/04(10:11:12), pages dumped: 26214402, first LSN: 41072:18024:74, last LSN: 41072:18031:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'B:\\backup\\Sales.bak'}). ${informational}`,
    ),
    record(
      "01:12:30.41",
      "Backup",
      `BACKUP DATABASE successfully processed 26214402 pages in 750.020 seconds (273.058 MB/sec).`,
    ),
    record("02:00:01.35", "spid61", "Starting up database 'Sales_snap_0200'."),
    record(
      "02:02:44.90",
      "spid61",
      `Recovery completed for database Sales_snap_0200 (database ID 9) in 163 second(s) (analysis 20044 ms, redo 121020 ms, undo 22100 ms [system undo 0 ms, regular undo 22050 ms].) ${informational}`,
    ),
    slow("03:10:21.07", 17_204),
    slow("03:15:22.51", 21_950),
    slow("03:20:25.88", 16_031),
    record(
      "04:00:02.10",
      "spid72",
      "I/O is frozen on database Sales. No user action is required. However, if I/O is not resumed promptly, you could cancel the backup.",
    ),
    record(
      "04:00:14.60",
      "spid72",
      "I/O was resumed on database Sales. No user action is required.",
    ),
    record(
      "04:00:15.02",
      "Backup",
      `Database backed up. Database: Sales, creation date(time): 2019/03/04(10:11:12), pages dumped: 26214410, first LSN: 41090:20:74, last LSN: 41090:28:1, number of dump devices: 1, device information: (FILE=1, TYPE=VIRTUAL_DEVICE: {'{0A1B2C3D-0000-4000-8000-000000000001}1'}). ${informational}`,
    ),
    record(
      "04:00:15.03",
      "Backup",
      "BACKUP DATABASE successfully processed 0 pages in 13.004 seconds (0.000 MB/sec).",
    ),
    record("04:30:10.00", "spid55", "Error: 17053, Severity: 16, State: 1."),
    record(
      "04:30:10.00",
      "spid55",
      "P:\\snap\\Sales_snap_0200.ss: Operating system error 112(There is not enough space on the disk.) encountered.",
    ),
    record("04:30:10.02", "spid55", "Error: 3420, Severity: 21, State: 1."),
    record(
      "04:30:10.02",
      "spid55",
      "Database snapshot 'Sales_snap_0200' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
    ),
    "",
  ].join("\r\n");

const seconds = (time: string): number => {
  const [hours = 0, minutes = 0, rest = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60 + rest;
};

/** Counters from 00:50, as somebody starts them who looks at the backup of 01:00 and the snapshot of 02:00. */
const firstSample = seconds("00:50:00");
const lastSample = seconds("04:45:00");
const everySeconds = 15;
const mebibyte = 2 ** 20;

/** What a counter is in an ordinary second of the night, and in its three bad ones. */
interface Course {
  readonly path: string;
  readonly usual: number;
  readonly backingUp: number;
  readonly creating: number;
  readonly slow: number;
  /** Share by which samples stray. */
  readonly strays: number;
}

const courses: readonly Course[] = [
  {
    path: "SQLServer:Databases(_Total)\\Transactions/sec",
    usual: 820,
    backingUp: 560,
    creating: 250,
    slow: 410,
    strays: 0.05,
  },
  {
    path: "LogicalDisk(D:)\\Avg. Disk sec/Read",
    usual: 0.0046,
    backingUp: 0.019,
    creating: 0.0051,
    slow: 0.024,
    strays: 0.15,
  },
  {
    path: "LogicalDisk(D:)\\Avg. Disk sec/Write",
    usual: 0.0021,
    backingUp: 0.0024,
    creating: 0.0032,
    slow: 0.84,
    strays: 0.15,
  },
  {
    path: "LogicalDisk(P:)\\Avg. Disk sec/Write",
    usual: 0.002,
    backingUp: 0.002,
    creating: 0.1,
    slow: 0.0021,
    strays: 0.15,
  },
  {
    path: "LogicalDisk(P:)\\Disk Write Bytes/sec",
    usual: 3 * mebibyte,
    backingUp: 2 * mebibyte,
    creating: 41 * mebibyte,
    slow: 2 * mebibyte,
    strays: 0.2,
  },
  {
    path: "SQLServer:Buffer Manager\\Checkpoint pages/sec",
    usual: 210,
    backingUp: 190,
    creating: 3900,
    slow: 150,
    strays: 0.3,
  },
  {
    path: "Processor(_Total)\\% Processor Time",
    usual: 34,
    backingUp: 39,
    creating: 31,
    slow: 30,
    strays: 0.1,
  },
];

const isWithin = (second: number, from: string, to: string): boolean =>
  second - everySeconds >= seconds(from) && second <= seconds(to);

function valueAt({ usual, backingUp, creating, slow: slowed }: Course, second: number): number {
  if (isWithin(second, "00:59:50", "01:12:40")) return backingUp;
  if (isWithin(second, "01:59:50", "02:02:55")) return creating;
  return isWithin(second, "03:09:50", "03:20:40") ? slowed : usual;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** PDH-CSV of the same night; the first row has no rates, as Perfmon writes it. */
export function nightCounters(host = nightServer): string {
  const random = new SeededRandom(2024);
  const header = courses.map(({ path }) => `"\\\\${host}\\${path}"`);
  const rows = [`"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)",${header.join(",")}`];
  for (let second = firstSample; second <= lastSample; second += everySeconds) {
    const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(two);
    const values = courses.map((course) => {
      const strayed = 1 + course.strays * (random.below(2001) / 1000 - 1);
      return second === firstSample ? '" "' : `"${valueAt(course, second) * strayed}"`;
    });
    rows.push(`"03/05/2024 ${time.join(":")}.000",${values.join(",")}`);
  }
  return `${rows.join("\r\n")}\r\n`;
}
