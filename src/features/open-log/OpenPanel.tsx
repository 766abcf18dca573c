/** Where files are dropped, or chosen. The drop itself is the window's: it takes files anywhere. */
import { Button } from "@fluentui/react-components";
import { DocumentArrowUpRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { OpeningProgress } from "../../components/ui/OpeningProgress.tsx";
import { cancelOpening } from "../../state/files/open-files.ts";
import styles from "./OpenPanel.module.css";
import type { LogOpening } from "./use-log-opening.ts";

export function OpenPanel({ opening }: { readonly opening: LogOpening }): ReactNode {
  const { ready, current, pick, openSample } = opening;
  return (
    <section className={styles.panel} aria-labelledby="open-log-title">
      <span className={styles.icon}>
        <DocumentArrowUpRegular fontSize={32} aria-hidden />
      </span>
      <h2 id="open-log-title" className={styles.title}>
        Drop logs and counters here
      </h2>
      <p className={styles.text}>
        ERRORLOG, ERRORLOG.1 and so on, Perfmon counters, wait statistics: what is dropped together
        is shown on one timeline. Snapshot creations, checkpoints, recoveries, backups, slow I/O and
        errors are found in it.
      </p>
      <div className={styles.buttons}>
        <Button appearance="primary" disabled={!ready} onClick={pick}>
          Choose files…
        </Button>
        <Button disabled={!ready} onClick={openSample}>
          Open the sample log
        </Button>
      </div>
      {current === null ? (
        <p className={styles.note}>
          The sample is the log of October 2006 that the SQLCAT paper prints.
        </p>
      ) : (
        <div className={styles.progress}>
          <OpeningProgress {...current} onCancel={cancelOpening} />
        </div>
      )}
    </section>
  );
}
