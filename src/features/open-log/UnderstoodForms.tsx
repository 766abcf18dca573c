/** What can be read, so that nobody has to try. */
import type { ReactNode } from "react";
import { FactList } from "../../components/ui/FactList.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import styles from "./RecentLogs.module.css";

const facts = [
  {
    name: "Files",
    value:
      "ERRORLOG, ERRORLOG.1 and so on as SQL Server writes them, saved again by an editor, or cut from a page; up to 256 MiB each. Exported runs go to Runs.",
    wide: true,
  },
  {
    name: "Records",
    value:
      "A line that begins with a date, a time with two or three decimals, and a source, such as “2006-10-23 21:48:07.22 spid51 Starting up database”. Other lines belong to the record before them.",
    wide: true,
  },
  {
    name: "Encodings",
    value: "UTF-16 and UTF-8 by their byte order mark, else UTF-8, else Windows-1252.",
    wide: true,
  },
  {
    name: "Found in it",
    value:
      "Snapshot creations with their files, checkpoint, analysis, redo and undo (trace flags 1810, 3400, 3504 and 3605 make the server log them), and ordinary checkpoints. What is not recognised is shown as it is.",
    wide: true,
  },
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
