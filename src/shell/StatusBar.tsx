/** The status bar: what is being recorded at the left, then facts of what the screen shows. */
import type { ReactNode } from "react";
import { formatBytes } from "../../app/domain/format/bytes.ts";
import { countOf } from "../../app/domain/format/numbers.ts";
import { useLibrary } from "../state/library/library.ts";
import { useConnection } from "../state/services/services.ts";
import { useNavigation } from "../state/shell/navigation.ts";
import { useScreenStatus } from "../state/shell/status.ts";
import styles from "./StatusBar.module.css";

/** With more, the bar would have no room for anything else. */
const mostNamed = 2;

function RunningRuns(): ReactNode {
  const entries = useLibrary((library) => library.entries);
  const openLive = useNavigation((state) => state.openLive);
  const openScreen = useNavigation((state) => state.openScreen);
  const running = entries.filter(({ status }) => status === "running");
  return (
    <>
      {running.slice(0, mostNamed).map((entry) => (
        <button
          key={entry.id}
          type="button"
          className={styles.run}
          title={`Go to ${entry.name}, which runs`}
          onClick={() => openLive(entry.id)}
        >
          <span className={styles.dot} aria-hidden="true" />
          <span className={styles.runName}>
            Recording {entry.name}, {formatBytes(entry.recordedBytes)}
          </span>
        </button>
      ))}
      {running.length > mostNamed && (
        <button type="button" className={styles.run} onClick={() => openScreen("runs")}>
          and {countOf(running.length - mostNamed, "more run")}
        </button>
      )}
    </>
  );
}

const Facts = ({ texts }: { readonly texts: readonly string[] | undefined }): ReactNode =>
  texts?.map((text) => (
    <span key={text} className={styles.fact} title={text}>
      {text}
    </span>
  ));

export function StatusBar(): ReactNode {
  const status = useScreenStatus((state) => state.status);
  const connection = useConnection();
  return (
    <footer className={styles.bar}>
      <div className={styles.left}>
        {connection === "open" ? (
          <RunningRuns />
        ) : (
          <span className={styles.lost}>not connected</span>
        )}
        <Facts texts={status.left} />
      </div>
      <div className={styles.right}>
        <Facts texts={status.right} />
      </div>
    </footer>
  );
}
