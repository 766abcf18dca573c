/**
 * An ERRORLOG of any size whose content is like that of a busy server: log-ons, log backups, deadlock
 * graphs, and each message that is recognised at all. A seed always gives the same bytes.
 */
import { backupLines } from "../../domain/errorlog/messages/testing/backup-lines.ts";
import { ioLines, spaceLines } from "../../domain/errorlog/messages/testing/io-lines.ts";
import type { Line } from "../../domain/errorlog/messages/testing/line.ts";
import {
  checkpointLines,
  recoveryLines,
} from "../../domain/errorlog/messages/testing/recovery-lines.ts";
import { serverLines } from "../../domain/errorlog/messages/testing/server-lines.ts";
import { sessionLines } from "../../domain/errorlog/messages/testing/session-lines.ts";
import {
  integrityLines,
  snapshotLines,
} from "../../domain/errorlog/messages/testing/snapshot-lines.ts";
import { SeededRandom } from "../../domain/seeded-random.ts";

interface Entry {
  readonly source: string;
  readonly text: string;
}

interface Share {
  /** How many of 10,000 draws. A draw may write several records. */
  readonly rate: number;
  readonly write: (random: SeededRandom) => readonly Entry[];
}

const informational = "This is an informational message only. No user action is required.";
const accounts = ["sa", "CONTOSO\\svc_web", "CONTOSO\\svc_etl", "reporting", "loader"] as const;
const spid = (random: SeededRandom): string => `spid${51 + random.below(400)}`;
const address = (random: SeededRandom): string => `10.20.${random.below(4)}.${random.below(60)}`;
const database = (random: SeededRandom): string => `Sales${random.below(40)}`;
const lsn = (random: SeededRandom): string =>
  `${1000 + random.below(9000)}:${random.below(1_000_000)}:${1 + random.below(200)}`;

function failedLogon(random: SeededRandom): Entry[] {
  const account = random.of(accounts);
  const reason = "Password did not match that for the login provided.";
  return [
    { source: "Logon", text: "Error: 18456, Severity: 14, State: 8." },
    {
      source: "Logon",
      text: `Login failed for user '${account}'. Reason: ${reason} [CLIENT: ${address(random)}]`,
    },
  ];
}

function logBackup(random: SeededRandom): Entry[] {
  const name = database(random);
  const device = `FILE=1, TYPE=DISK: {'\\\\backup01\\sql\\${name}_${random.below(100_000)}.trn'}`;
  const text =
    `Log was backed up. Database: ${name}, creation date(time): 2019/03/04(10:11:12), ` +
    `first LSN: ${lsn(random)}, last LSN: ${lsn(random)}, number of dump devices: 1, ` +
    `device information: (${device}). ${informational}`;
  return [{ source: "Backup", text }];
}

function databaseBackup(random: SeededRandom): Entry[] {
  const [name, pages] = [database(random), 1000 + random.below(900_000)];
  const device = `FILE=1, TYPE=DISK: {'\\\\backup01\\sql\\${name}.bak'}`;
  const seconds = 1 + random.below(900);
  const rate = (pages * 8) / 1024 / seconds;
  return [
    {
      source: "Backup",
      text:
        `Database backed up. Database: ${name}, creation date(time): 2019/03/04(10:11:12), ` +
        `pages dumped: ${pages}, first LSN: ${lsn(random)}, last LSN: ${lsn(random)}, number of ` +
        `dump devices: 1, device information: (${device}). ${informational}`,
    },
    {
      source: "Backup",
      text:
        `BACKUP DATABASE successfully processed ${pages} pages in ${seconds}.000 seconds ` +
        `(${rate.toFixed(3)} MB/sec).`,
    },
  ];
}

/** The four lines that 2016 and later write, whose figures belong together. */
function checkpoint(random: SeededRandom): Entry[] {
  const source = `spid${5 + random.below(40)}s`;
  const [buffers, milliseconds] = [1000 + random.below(90_000), 500 + random.below(9000)];
  const writes = Math.ceil(buffers / (1 + random.below(12)));
  const seconds = milliseconds / 1000;
  const throughput = (buffers * 8) / 1024 / seconds;
  return [
    `FlushCache: cleaned up ${buffers} bufs with ${writes} writes in ${milliseconds} ms (avoided ${random.below(900)} new dirty bufs) for db ${5 + random.below(40)}:0`,
    `average writes per second: ${(writes / seconds).toFixed(2)} writes/sec`,
    `average throughput: ${throughput.toFixed(2)} MB/sec, I/O saturation: ${random.below(900)}, context switches ${random.below(2000)}`,
    `last target outstanding: ${2 + random.below(200)}, avgWriteLatency ${random.below(60)}`,
  ].map((text) => ({ source, text }));
}

const process = (random: SeededRandom): string => `process${random.below(2 ** 31).toString(16)}`;
const resource = (random: SeededRandom): string =>
  `KEY: ${5 + random.below(40)}:72057594${random.below(900_000)} (${random.below(2 ** 31).toString(16)})`;

function processLine(random: SeededRandom): string {
  const transaction = random.below(2 ** 31);
  return (
    `   process id=${process(random)} taskpriority=0 logused=${random.below(90_000)} ` +
    `waitresource=${resource(random)} waittime=${random.below(9000)} ownerId=${transaction} ` +
    "transactionname=user_transaction lasttranstarted=2024-05-01T10:11:12.130 " +
    `XDES=0x${random.below(2 ** 31).toString(16)} lockMode=U schedulerid=${1 + random.below(32)} ` +
    `kpid=${random.below(20_000)} status=suspended spid=${51 + random.below(400)} sbid=0 ecid=0 ` +
    "priority=0 trancount=2 lastbatchstarted=2024-05-01T10:11:12.127 " +
    "lastbatchcompleted=2024-05-01T10:11:12.123 clientapp=Core Microsoft SqlClient Data Provider " +
    `hostname=WEB${random.below(40)} hostpid=${random.below(20_000)} loginname=CONTOSO\\svc_web ` +
    `isolationlevel=read committed (2) xactid=${transaction} currentdb=${5 + random.below(40)} ` +
    "lockTimeout=4294967295 clientoption1=671088672 clientoption2=128056"
  );
}

/** 44 bytes since 2012, of which the first 20 tell something. */
const handle = (random: SeededRandom): string => {
  const part = () =>
    random
      .below(2 ** 31)
      .toString(16)
      .padStart(8, "0");
  return `0x03000500${part()}${part()}${part()}0100${"0".repeat(52)}`;
};

const frameLine = (random: SeededRandom): string =>
  `     frame procname=Sales.dbo.usp_TakeOrder line=${10 + random.below(400)} ` +
  `stmtstart=${random.below(9000)} stmtend=${9000 + random.below(9000)} ` +
  `sqlhandle=${handle(random)}`;

/** What a client sent: its lines have no time of their own, so they continue the record. */
const statementText = [
  "",
  "SET NOCOUNT, XACT_ABORT ON",
  "DECLARE @order int, @quantity int, @customer int, @warehouse int",
  "SELECT @order = b.OrderId, @quantity = b.Quantity, @customer = c.CustomerId,",
  "       @warehouse = COALESCE(c.PreferredWarehouseId, r.WarehouseId)",
  "  FROM #Basket AS b",
  "  JOIN dbo.Customers AS c ON c.CustomerId = b.CustomerId",
  "  LEFT JOIN dbo.Regions AS r ON r.RegionId = c.RegionId",
  " WHERE b.Taken = 0 AND c.BlockedAt IS NULL",
  "BEGIN TRANSACTION",
  "UPDATE dbo.Orders",
  "   SET Quantity = Quantity - @quantity,",
  "       ChangedAt = SYSUTCDATETIME(),",
  "       ChangedBy = SUSER_SNAME()",
  " WHERE OrderId = @order AND Quantity >= @quantity",
  "IF @@ROWCOUNT = 0 RAISERROR (N'Order %d has not enough left.', 16, 1, @order)",
].join("\n");

const processLines: readonly ((random: SeededRandom) => string)[] = [
  processLine,
  () => "    executionStack",
  frameLine,
  () => "UPDATE dbo.Orders SET Quantity = Quantity - @quantity WHERE OrderId = @order",
  frameLine,
  () => "EXEC dbo.usp_TakeOrder @order = @order, @quantity = @quantity",
  () => "    inputbuf",
  (random) => `${statementText} -- ${random.below(2 ** 31)}`,
];

/** Trace flag 1222 writes a graph as records of one line each, which mean nothing by themselves. */
const graphLines: readonly ((random: SeededRandom) => string)[] = [
  () => "deadlock-list",
  (random) => ` deadlock victim=${process(random)}`,
  () => "  process-list",
  ...processLines,
  ...processLines,
  () => "  resource-list",
  (random) =>
    `   keylock hobtid=72057594${random.below(900_000)} dbid=${5 + random.below(40)} ` +
    "objectname=Sales.dbo.Orders indexname=PK_Orders " +
    `id=lock${random.below(2 ** 31).toString(16)} mode=X associatedObjectId=72057594041270272`,
  () => "    owner-list",
  (random) => `     owner id=${process(random)} mode=X`,
  () => "    waiter-list",
  (random) => `     waiter id=${process(random)} mode=U requestType=wait`,
];

function deadlock(random: SeededRandom): Entry[] {
  const source = `spid${12 + random.below(30)}s`;
  return graphLines.map((line) => ({ source, text: line(random) }));
}

const chatter: readonly ((random: SeededRandom) => string)[] = [
  (random) =>
    `[INFO] Database ID: [${5 + random.below(40)}] Deleting unrecoverable checkpoint table row (id: [${random.below(9000)}]).`,
  (random) =>
    `Job 'Load ${random.below(90)}' step 3 took ${random.below(9000)} s and wrote ${random.below(2 ** 31)} rows.`,
  () => "Resource governor reconfiguration succeeded.",
  (random) => `The tempdb database has ${1 + random.below(16)} data file(s).`,
];

/** Each message that is recognised, as its tests have it; an error's text has its header before it. */
const everything: readonly Line[] = [
  ...backupLines,
  ...ioLines,
  ...spaceLines,
  ...recoveryLines,
  ...checkpointLines,
  ...serverLines,
  ...sessionLines,
  ...snapshotLines,
  ...integrityLines,
].filter(({ means }) => means.kind !== "other");
/** How many of 10,000 draws, for each line of `everything`. */
const rateOfEach = 1;

const known = everything.map((line): Share => {
  const { text, error } = line;
  return {
    rate: rateOfEach,
    write: (random) => {
      const source = spid(random);
      const header = { source, text: `Error: ${error}, Severity: 16, State: 1.` };
      return error === undefined ? [{ source, text }] : [header, { source, text }];
    },
  };
});

const shares: readonly Share[] = [
  { rate: 700, write: failedLogon },
  {
    rate: 1000,
    write: (random) => [
      {
        source: "Logon",
        text: `Login succeeded for user '${random.of(accounts)}'. Connection made using SQL Server authentication. [CLIENT: ${address(random)}]`,
      },
    ],
  },
  { rate: 600, write: logBackup },
  { rate: 100, write: databaseBackup },
  {
    rate: 100,
    write: (random) => [
      { source: spid(random), text: `Starting up database '${database(random)}'.` },
    ],
  },
  { rate: 100, write: checkpoint },
  { rate: 1000, write: deadlock },
  ...known,
];
const ratesGiven = shares.reduce((sum, { rate }) => sum + rate, 0);

function draw(random: SeededRandom): readonly Entry[] {
  let at = random.below(10_000);
  for (const { rate, write } of shares) {
    at -= rate;
    if (at < 0) return write(random);
  }
  // What is left of 10,000 is what no reader knows.
  return [
    { source: spid(random), text: (chatter[random.below(chatter.length)] ?? String)(random) },
  ];
}

export interface LargeLogOptions {
  readonly seed: number;
  /** Characters to write at least. */
  readonly characters: number;
  /** CR LF as Windows writes it, or LF as Linux does. */
  readonly lineEnd: "\r\n" | "\n";
}

/** Pieces of about a megabyte. */
export function* largeLog({ seed, characters, lineEnd }: LargeLogOptions): Generator<string> {
  const random = new SeededRandom(seed);
  let timeMs = Date.UTC(2024, 2, 1, 22);
  let [written, piece] = [0, ""];
  while (written < characters) {
    const stamp = new Date(timeMs).toISOString().slice(0, 22).replace("T", " ");
    for (const { source, text } of draw(random)) {
      piece += `${stamp} ${source.padEnd(12)}${text.replaceAll("\n", lineEnd)}${lineEnd}`;
    }
    timeMs += 10 * random.below(60);
    if (piece.length >= 2 ** 20) {
      written += piece.length;
      yield piece;
      piece = "";
    }
  }
}

/** What a log of this generator holds, for whoever reports figures of it. */
export const largeLogMix = {
  recognisedLines: everything.length,
  rateOfEach: `${rateOfEach} in 10,000 draws`,
  unknown: `${10_000 - ratesGiven} in 10,000 draws, and deadlock graphs`,
};
