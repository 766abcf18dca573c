/** What pressing Run will do: the timeline to come, what it takes, the command, the checks. */
import type { ReactNode } from "react";
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import type { FieldIssue } from "../../../../app/domain/scenario-form/issues.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { useDesigner } from "../designer-context.ts";
import { Checks } from "./Checks.tsx";
import { CommandPanel } from "./CommandPanel.tsx";
import { Cost } from "./Cost.tsx";
import { HowSure } from "./HowSure.tsx";
import styles from "./Preview.module.css";
import { printTime } from "./strip-layout.ts";
import { TimelineStrip } from "./TimelineStrip.tsx";

interface PreviewProps {
  /** The preset that the draft is, or was made from. */
  readonly preset: PresetEntry | null;
  readonly file: string | null;
  readonly issues: readonly FieldIssue[];
}

export function Preview({ preset, file, issues }: PreviewProps): ReactNode {
  const { draft } = useDesigner();
  const { scenario } = draft.present;
  const users = scenario.workload.users;
  const valid = issues.length === 0;
  return (
    <aside className={styles.preview} aria-label="Preview">
      <Panel
        title={valid ? `Preview, at ${countOf(users, "user")}` : "Preview"}
        aside={`${printTime(scenario.durationSeconds)} of engine time`}
      >
        <TimelineStrip scenario={scenario} />
        <p className={styles.legend}>
          {scenario.warmupSeconds > 0 && "hatched: warm-up, not measured; "}
          diamond: planned
          {scenario.timeline.some(({ atSeconds }) => atSeconds === undefined) &&
            "; dashed, ≥: not before there"}
        </p>
      </Panel>
      <Cost preset={preset} valid={valid} />
      <HowSure valid={valid} />
      <CommandPanel preset={preset} file={file} valid={valid} />
      <Checks valid={valid} />
    </aside>
  );
}
