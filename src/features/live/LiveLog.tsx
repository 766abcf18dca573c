/** The ERRORLOG of a run as it is written. Follows its end until one scrolls away from it. */
import { Button } from "@fluentui/react-components";
import { ArrowDownRegular, HistoryRegular } from "@fluentui/react-icons";
import { useMemo, useState } from "react";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import type { ShownTail } from "../../../app/domain/timeline/log-tail.ts";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { LogList } from "../../components/log/LogList.tsx";
import { rowsInMemory } from "../../components/log/log-rows.ts";
import styles from "./LiveLog.module.css";

export interface LiveLogProps {
  readonly log: ShownTail;
  readonly originMs: number;
  readonly traceFlags: readonly number[];
  /** New lines may still come. */
  readonly goesOn: boolean;
  /** They can come now. */
  readonly connected: boolean;
  readonly selected: number | null;
  readonly onSelect: (record: TimelineRecord) => void;
  readonly onReplay: () => void;
}

export function LiveLog(props: LiveLogProps) {
  const { log, originMs, traceFlags, goesOn, connected, selected, onSelect, onReplay } = props;
  const [follow, setFollow] = useState(true);
  const { records, count } = log;
  const rows = useMemo(() => rowsInMemory(records), [records]);
  const newest = records.length < count ? `, the newest ${formatNumber(records.length)} here` : "";
  // Who reads an older record does not want it to be moved away.
  const select = (record: TimelineRecord): void => {
    setFollow(record.index === records.at(-1)?.index);
    onSelect(record);
  };
  const lines = `${countOf(count, "record")}${newest}`;
  const flags = traceFlags.length === 0 ? "no trace flags" : `trace flags ${traceFlags.join(", ")}`;
  return (
    <section className={styles.log} aria-label="ERRORLOG">
      <header className={styles.header}>
        <h2>ERRORLOG</h2>
        <span className={styles.facts}>
          {lines}, {flags}
        </span>
        {goesOn && connected && follow && (
          <span className={styles.following}>
            <span className={styles.dot} aria-hidden="true" />
            Following live
          </span>
        )}
        {!follow && (
          <Button size="small" icon={<ArrowDownRegular />} onClick={() => setFollow(true)}>
            To the newest record
          </Button>
        )}
        <Button size="small" appearance="transparent" icon={<HistoryRegular />} onClick={onReplay}>
          Open in Replay
        </Button>
      </header>
      <LogList
        label={`ERRORLOG, ${lines}`}
        rows={rows}
        originMs={originMs}
        columns="tail"
        selected={selected}
        onSelect={select}
        follow={follow}
        onFollowChange={setFollow}
        empty={
          goesOn
            ? "Nothing is logged yet. The creation of a snapshot and each checkpoint write here."
            : "This run logged nothing."
        }
      />
    </section>
  );
}
