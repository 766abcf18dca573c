/** The server of a virtual run: a preset or own figures, where they are from, and what it can do. */
import { mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { sourceText } from "../../../../app/domain/assumptions/range-text.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import {
  describeWindows,
  serverChoiceOf,
  serverRangeOf,
  serverSourceOf,
} from "../../../../app/domain/scenario-form/servers.ts";
import { describeServer } from "../../../../app/domain/server-figures.ts";
import { useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import styles from "./DevicePanel.module.css";
import { ServerChooser, ServerFigures } from "./ServerChooser.tsx";

const figures = ["schedulers", "coreSpeedPercent", "memoryMiB"] as const;

/** Beyond the engine's own: zero but for a system that was measured. */
const costsOfIo = ["ioUs", "ioKiBNs", "durableWriteUs", "newRegionUs"] as const;

/** Zero: the engine's own. */
const costsOfScans = ["scanPageNs", "supplierLatchNs"] as const;

export function ServerPanel(): ReactNode {
  const { draft, problems } = useDesigner();
  const { scenario } = draft.present;
  // Nothing is computed from a value that is not allowed.
  const valid = problems.size === 0;
  const { server } = scenario;
  const chosen = serverChoiceOf(server);
  const sources = figures.flatMap((figure) => {
    const source = serverSourceOf(server, figure);
    const path = ["server", figure];
    return source === null
      ? []
      : [`${labelOf(path)}: ${sourceText(path, source, serverRangeOf(server, figure))}`];
  });
  return (
    <>
      <ServerChooser />
      <ServerFigures />
      <NumberField path={["server", "statementUs"]} />
      {scenario.mode === "virtual" && (
        <details className={styles.figures}>
          <summary>Processor time of I/O</summary>
          {costsOfIo.map((cost) => (
            <NumberField key={cost} path={["server", cost]} />
          ))}
        </details>
      )}
      {scenario.mode === "virtual" && (
        <details className={styles.figures}>
          <summary>Processor time of scans</summary>
          {costsOfScans.map((cost) => (
            <NumberField key={cost} path={["server", cost]} />
          ))}
        </details>
      )}
      {scenario.mode === "virtual" && (
        <p className={mergeClasses(styles.summary, styles.verdict)} aria-live="polite">
          {valid
            ? withUnitsKept(describeServer(scenario))
            : "What it can do is not known while a value is not allowed."}
        </p>
      )}
      {sources.map((source) => (
        <p key={source} className={styles.source}>
          {withUnitsKept(source)}
        </p>
      ))}
      {chosen !== null && scenario.mode === "virtual" && (
        <p className={styles.source}>{withUnitsKept(describeWindows(chosen))}</p>
      )}
    </>
  );
}
