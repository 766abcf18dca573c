/** Open log: an ERRORLOG of SQL Server from a file, a drop or the clipboard, shown in Replay. */
import type { ReactNode } from "react";
import { useStatus } from "../../state/status.ts";
import styles from "./OpenLogScreen.module.css";
import { OpenPanel } from "./OpenPanel.tsx";
import { PastePanel } from "./PastePanel.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { RecentLogs } from "./RecentLogs.tsx";
import { UnderstoodForms } from "./UnderstoodForms.tsx";
import { useLogOpening } from "./use-log-opening.ts";

export default function OpenLogScreen(): ReactNode {
  const opening = useLogOpening();
  useStatus({ left: ["Logs are read on this machine and sent nowhere"] });
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <OpenPanel opening={opening} />
          <ProblemList opening={opening} />
          <PastePanel opening={opening} />
        </div>
        <div className={styles.column}>
          <RecentLogs />
          <UnderstoodForms />
        </div>
      </div>
    </div>
  );
}
