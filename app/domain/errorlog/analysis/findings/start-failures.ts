import type { FailedStartCause } from "../start-failures.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** What was wrong, for a title, and what to do about it. */
const causes: Readonly<Record<FailedStartCause, readonly [what: string, advice: string]>> = {
  password: [
    "the password of an account that it was given was rejected",
    "A container sets the password of sa at its first start, and ends when the policy refuses it: at least eight characters of three kinds. Give it another in MSSQL_SA_PASSWORD. A volume from an earlier start may hold half-made system databases: remove it if nothing else is on it.",
  ],
  port: [
    "it could not listen on its port",
    "Another process has the port, or the address is not one of this machine any more, as after a restored virtual machine. See what listens there (netstat -ano), and which addresses SQL Server Configuration Manager lists for TCP/IP.",
  ],
  certificate: [
    "its certificate could not be loaded",
    "The service account must be able to read the private key, and the certificate must be valid and in the machine's store. Without one named in SQL Server Configuration Manager the server makes its own.",
  ],
  masterFile: [
    "the file of master could not be opened",
    "The path stands in the start-up parameters -d and -l. The operating system's error tells whether it is wrong, or the service account has no right to it, or another process has it open.",
  ],
  parameter: [
    "a start-up parameter is not valid",
    "Correct it in SQL Server Configuration Manager, or on the command line of the service.",
  ],
  evaluation: [
    "its evaluation period has expired",
    "Upgrade the edition with a product key; the databases stay as they are.",
  ],
  memory: [
    "memory did not suffice to start",
    "Something else on the machine holds it, or max server memory is set too low to start with. The parameter -f starts it with the least, so that the setting can be mended.",
  ],
  tempdb: [
    "tempdb could not be created",
    "The records before it name the file and the operating system's error: a path that is gone, no right to it, or no space. The parameters -f and -T3608 start the server without it, so that ALTER DATABASE tempdb MODIFY FILE can give another path.",
  ],
  upgrade: [
    "a script that upgrades its system databases failed",
    "It runs after an update was installed. The error before it tells what the script met: an object that is in its way, a file that is missing. Trace flag 902 starts the server without the scripts, so that this can be mended; then start it again without the flag.",
  ],
  master: [
    "master could not be recovered",
    "The errors before it say why. Restore master from a backup, or rebuild the system databases with the set-up program.",
  ],
  network: [
    "its network library did not start",
    "The first of the records below names the protocol and the operating system's error: a port in use, a certificate, TLS settings, or all protocols switched off in SQL Server Configuration Manager.",
  ],
  setup: ["its set-up at the first start failed", "The records before it say which step failed."],
  unknown: [
    "it ended before it was ready",
    "No record names the cause. Look at the last errors before the end, which are below as far as there are any, and at the system's event log.",
  ],
};

/** Starts that came to nothing, by their cause: a service that is started again and again fails in one way. */
export const startFailures = factRule({
  id: "startFailure",
  fact: "start",
  keyOf: ({ isFailed, failures: { cause }, database }) =>
    isFailed ? `${cause}/${cause === "unknown" ? database : ""}` : null,
  newState: () => ({
    starts: 0,
    cause: "unknown" as FailedStartCause,
    // The first that is known: the last one may differ, as ports do.
    detail: null as string | null,
    database: null as string | null,
  }),
  add: ({ occurrences, state }, { failures, database }) => {
    state.starts += 1;
    state.cause = failures.cause;
    state.detail ??= failures.detail;
    state.database = database;
    for (const place of failures.places) occurrences.add(place);
  },
  tell: ({ occurrences, state: { starts, cause, detail, database } }) => {
    const [what, advice] = causes[cause];
    const said = detail === null ? "" : `The log says: "${detail}". `;
    const where =
      cause === "unknown" && database !== null ? `, after it began to start ${database}` : "";
    return finding(
      "critical",
      `The server failed to start ${timesText(starts)}: ${what}${where}`,
      `${said}${advice}`,
      occurrences,
    );
  },
});
