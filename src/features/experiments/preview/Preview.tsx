/** What pressing Run will take, and what is known of it before; folded: the command and the checks. */
import type { ReactNode } from "react";
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import type { FieldIssue } from "../../../../app/domain/scenario-form/issues.ts";
import { Checks } from "./Checks.tsx";
import { CommandPanel } from "./CommandPanel.tsx";
import { Cost } from "./Cost.tsx";
import { HowSure } from "./HowSure.tsx";
import styles from "./Preview.module.css";

interface PreviewProps {
  /** The preset that the draft is, or was made from. */
  readonly preset: PresetEntry | null;
  readonly file: string | null;
  readonly issues: readonly FieldIssue[];
}

export function Preview({ preset, file, issues }: PreviewProps): ReactNode {
  const valid = issues.length === 0;
  return (
    <aside className={styles.preview} aria-label="Preview">
      <Cost preset={preset} valid={valid} />
      <HowSure valid={valid} />
      <Checks valid={valid} />
      <CommandPanel preset={preset} file={file} valid={valid} />
    </aside>
  );
}
