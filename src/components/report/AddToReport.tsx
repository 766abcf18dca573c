/** Stands beside a chart: adds it, as it is shown, to the report of its recording. */
import { Button } from "@fluentui/react-components";
import { DocumentAddRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";

export interface AddToReportProps {
  /** What is added, in the words of the chart: "lanes", "waits over time". */
  readonly what: string;
  /** False while there is nothing that a report could draw. */
  readonly enabled?: boolean;
  /** By `addToReport`, with the span that is on screen. */
  onAdd(): void;
}

export function AddToReport({ what, enabled = true, onAdd }: AddToReportProps): ReactNode {
  const label = `Add the ${what} to the report`;
  return (
    <Button
      appearance="subtle"
      size="small"
      icon={<DocumentAddRegular />}
      aria-label={label}
      title={label}
      disabled={!enabled}
      onClick={onAdd}
    />
  );
}
