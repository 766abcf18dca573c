/** Open log: files of a server from a drop, a dialog or the clipboard, shown in Replay together. */
import type { ReactNode } from "react";
import { useStatus } from "../../state/shell/status.ts";
import styles from "./OpenLogScreen.module.css";
import { OpenPanel } from "./OpenPanel.tsx";
import { PastePanel } from "./PastePanel.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { RecentCaptures } from "./RecentCaptures.tsx";
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
          <RecentCaptures />
          <UnderstoodForms />
        </div>
      </div>
    </div>
  );
}
