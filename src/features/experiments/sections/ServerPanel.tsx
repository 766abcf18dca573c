/** The server of a virtual run: a preset or own figures, where they are from, and what it can do. */
import { mergeClasses, Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import {
  type ServerPresetName,
  serverPreset,
  serverPresetNames,
} from "../../../../app/contract/server-presets.ts";
import { sourceText } from "../../../../app/domain/assumptions/range-text.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import {
  describeWindows,
  serverChoiceOf,
  serverRangeOf,
  serverSourceOf,
  setServer,
} from "../../../../app/domain/scenario-form/servers.ts";
import { describeServer } from "../../../../app/domain/server-figures.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "../fields/FieldFrame.tsx";
import fieldStyles from "../fields/fields.module.css";
import { NumberField } from "../fields/NumberField.tsx";
import { useField } from "../fields/use-field.ts";
import styles from "./DevicePanel.module.css";

const figures = ["schedulers", "coreSpeedPercent", "memoryMiB"] as const;

/** Where the label says already what the schema does. */
/** Beyond the engine's own: zero but for a system that was measured. */
const costsOfIo = ["ioUs", "ioKiBNs", "durableWriteUs", "newRegionUs"] as const;

const meanings: Readonly<Partial<Record<(typeof figures)[number], string>>> = {
  schedulers: "each runs one session at a time",
};

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
      {figures.map((figure) => (
        <NumberField key={figure} path={["server", figure]} help={meanings[figure]} />
      ))}
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

/** A choice sets figures, each of which has a reset of its own: the choice has none. */
function ServerChooser(): ReactNode {
  const { draft } = useDesigner();
  const field = useField(["server", "basedOn"]);
  const chosen = serverChoiceOf(draft.present.scenario.server);
  const help = chosen === null ? "figures of your own" : serverPreset(chosen).description;
  return (
    <FieldFrame field={{ ...field, resettable: false }} look={{ label: "Server", help }}>
      <Select
        className={fieldStyles.input}
        select={{ id: field.controlId }}
        value={chosen ?? ""}
        aria-describedby={field.noteId}
        onChange={(_, { value }) =>
          field.edit((before) => setServer(before, value as ServerPresetName))
        }
      >
        {chosen === null && <option value="">Own server</option>}
        {serverPresetNames.map((name) => (
          <option key={name} value={name}>
            {serverPreset(name).title}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
