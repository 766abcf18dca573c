/** What can be read, so that nobody has to try. */
import type { ReactNode } from "react";
import { maxFilesOfCapture } from "../../../app/contract/rpc/captures.ts";
import { FactList } from "../../components/ui/FactList.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import styles from "./RecentCaptures.module.css";

const fact = (name: string, value: string) => ({ name, value, wide: true });

const facts = [
  fact(
    "ERRORLOG",
    "The files themselves, SQL Server 2005 to 2025 on Windows and Linux; exports of the log viewer (CSV), results of sp_readerrorlog and xp_readerrorlog, console output of a container, and lines copied from a page, with or without their times. The files of a cycle are put in order.",
  ),
  fact(
    "Counters",
    "Perfmon and typeperf output as CSV or TSV, headers in any language. A .blg is binary: relog FILE.blg -f CSV -o FILE.csv converts it.",
  ),
  fact(
    "Waits",
    "Results of sys.dm_os_wait_stats as CSV, TSV or a copied grid. Several captures also show what came between them.",
  ),
  fact(
    "Encodings",
    "UTF-16 with or without a byte order mark, UTF-8, the code pages of Windows (1250 to 1256, 932, 936, 949, 950), and mixtures of them.",
  ),
  fact(
    "Found in it",
    "Snapshot creations with their phases, drops and reverts, starts of the server, recoveries, checkpoints, backups and restores, consistency checks, slow I/O (833), latch time-outs, errors, and what is worth a second look, with its records. Trace flags 1810, 3400, 3504 and 3605 make a server log more of a creation. What is not recognised is shown as it is.",
  ),
  fact(
    "Limits",
    `At most ${maxFilesOfCapture} files on one timeline, of any size on this machine's disk; 4 GiB each where a browser has to send them. Exported runs go to Runs, scenarios to Experiments.`,
  ),
];

export function UnderstoodForms(): ReactNode {
  return (
    <div className={styles.panel}>
      <Panel title="What is understood">
        <FactList facts={facts} />
      </Panel>
    </div>
  );
}
