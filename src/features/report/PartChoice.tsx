/** Whether the report is of the whole recording, or of what was selected in it. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { ReportSpan } from "../../state/shell/navigation.ts";
import styles from "./PartChoice.module.css";
import type { ReportPart } from "./report-document.ts";

interface PartChoiceProps {
  readonly span: ReportSpan;
  readonly part: ReportPart;
  choose(part: ReportPart): void;
}

export function PartChoice({ span, part, choose }: PartChoiceProps): ReactNode {
  return (
    <Select
      className={styles.parts}
      aria-label="Part of the recording"
      value={part}
      onChange={(_, { value }) => choose(value === "whole" ? "whole" : "selection")}
    >
      <option value="selection">Selection, {span.label}</option>
      <option value="whole">All of it</option>
    </Select>
  );
}
