/** How a run ended, what its snapshots cost, and where to go from here. */
import { Button } from "@fluentui/react-components";
import {
  ArrowRepeatAllRegular,
  CheckmarkCircle20Filled,
  DismissCircle20Filled,
  DocumentTextRegular,
  ErrorCircle20Filled,
  HistoryRegular,
  LightbulbRegular,
  PlugDisconnected20Filled,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import { verdictOf } from "../../../app/domain/run/run-result.ts";
import { type ShownStatus, shownStatus } from "../../../app/domain/run/run-status.ts";
import { runAgain } from "../../state/library/start-run.ts";
import { useAdvice } from "../../state/recordings/advice.ts";
import { useCreationCosts } from "../../state/recordings/creation-costs.ts";
import { writeSetting } from "../../state/services/settings.ts";
import { useActions } from "../../state/shell/actions.ts";
import { ariaKeys, keyCaps } from "../../state/shell/keys.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { isMac } from "../../state/shell/platform.ts";
import styles from "./ResultBanner.module.css";

export interface ResultBannerProps {
  readonly entry: RunEntry;
  readonly summary: Summary | null;
}

type EndedStatus = Exclude<ShownStatus, "running">;

const icons: Readonly<Record<EndedStatus, ReactNode>> = {
  completed: <CheckmarkCircle20Filled />,
  unverified: <ErrorCircle20Filled />,
  failed: <ErrorCircle20Filled />,
  cancelled: <DismissCircle20Filled />,
  interrupted: <PlugDisconnected20Filled />,
};

export function ResultBanner({ entry, summary }: ResultBannerProps) {
  const openReplay = useNavigation((state) => state.openReplay);
  const openReport = useNavigation((state) => state.openReport);
  const costs = useCreationCosts(entry);
  const advised = useAdvice(entry.status === "completed" ? entry : null);
  const hasNext = (advised.value?.recommendations.length ?? 0) > 0;
  const hasSteps = hasNext || (entry.step !== undefined && entry.status === "completed");
  const showSteps = (): void => {
    writeSetting("replay.rail", "findings");
    openReplay({ kind: "run", id: entry.id });
  };
  useActions([
    {
      id: "live.steps",
      title: "Show what bounds the run, and the next step",
      group: "Run",
      keys: "Ctrl+Enter",
      enabled: hasSteps,
      run: showSteps,
    },
  ]);
  const status = shownStatus(entry);
  if (status === "running") return null;
  const { title, facts, answers, trouble } = verdictOf(entry, summary, costs.value);
  return (
    <section className={styles.banner} data-status={status} aria-label="Result of the run">
      <span className={styles.icon} aria-hidden="true">
        {icons[status]}
      </span>
      <strong className={styles.title}>{title}</strong>
      <div className={styles.actions}>
        <Button
          size="small"
          appearance="primary"
          icon={<HistoryRegular />}
          onClick={() => openReplay({ kind: "run", id: entry.id })}
        >
          Replay
        </Button>
        {hasSteps && (
          <Button
            size="small"
            icon={<LightbulbRegular />}
            aria-keyshortcuts={ariaKeys("Ctrl+Enter", isMac())}
            title={`What bounds it, and what to change (${keyCaps("Ctrl+Enter", isMac()).join("+")})`}
            onClick={showSteps}
          >
            {hasNext ? "Next step…" : "All steps…"}
          </Button>
        )}
        <Button
          size="small"
          icon={<DocumentTextRegular />}
          onClick={() => openReport({ recording: { kind: "run", id: entry.id }, span: null })}
        >
          Report
        </Button>
        <Button size="small" icon={<ArrowRepeatAllRegular />} onClick={() => void runAgain(entry)}>
          Run again
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <div className={styles.text} tabIndex={0}>
        {trouble !== null && <span className={styles.trouble}>{trouble}</span>}
        {answers.map((answer) => (
          <span key={answer} className={styles.answer}>
            {answer}
          </span>
        ))}
        <span>{facts}</span>
        {entry.error?.detail !== undefined && (
          <details>
            <summary>Details</summary>
            <pre>{entry.error.detail}</pre>
          </details>
        )}
      </div>
    </section>
  );
}
