/** Where files are dropped, or chosen. The drop itself is the window's: it takes files anywhere. */
import { Button, Spinner } from "@fluentui/react-components";
import { DocumentArrowUpRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import styles from "./OpenPanel.module.css";
import type { LogOpening } from "./use-log-opening.ts";

export function OpenPanel({ opening }: { readonly opening: LogOpening }): ReactNode {
  return (
    <section className={styles.panel} aria-labelledby="open-log-title">
      <span className={styles.icon}>
        {opening.busy ? (
          <Spinner size="small" aria-label="Reading the log" />
        ) : (
          <DocumentArrowUpRegular fontSize={32} aria-hidden />
        )}
      </span>
      <h2 id="open-log-title" className={styles.title}>
        Drop an ERRORLOG here
      </h2>
      <p className={styles.text}>
        One or several, as SQL Server wrote them. Each opens in Replay: its snapshot creations,
        their phases and what was committed in time to be in the snapshot.
      </p>
      <div className={styles.buttons}>
        <Button appearance="primary" disabled={!opening.ready} onClick={opening.pick}>
          Choose files…
        </Button>
        <Button disabled={!opening.ready} onClick={opening.openSample}>
          Open the sample log
        </Button>
      </div>
      <p className={styles.note}>The sample is the log that the SQLCAT paper of 2006 prints.</p>
    </section>
  );
}
