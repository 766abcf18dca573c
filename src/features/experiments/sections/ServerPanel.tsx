/** The server of a virtual run: a preset or own figures, where they are from, and what it can do. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import {
  type ServerPresetName,
  serverPreset,
  serverPresetNames,
} from "../../../../app/contract/server-presets.ts";
import {
  serverChoiceOf,
  serverSourceOf,
  setServer,
} from "../../../../app/domain/scenario-form/servers.ts";
import { describeServer } from "../../../../app/domain/server-figures.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import styles from "./DevicePanel.module.css";

const figures = ["schedulers", "coreSpeedPercent", "memoryMiB"] as const;

export function ServerPanel(): ReactNode {
  const { draft, edit } = useDesigner();
  const { scenario } = draft.present;
  const chosen = serverChoiceOf(scenario.server);
  const sources = figures.flatMap((figure) => serverSourceOf(scenario.server, figure) ?? []);
  return (
    <>
      <Select
        size="small"
        className={styles.chooser}
        select={{ id: controlId(["server", "basedOn"]), "aria-label": "Server" }}
        value={chosen ?? ""}
        title={chosen === null ? undefined : serverPreset(chosen).description}
        onChange={(_, { value }) => edit((before) => setServer(before, value as ServerPresetName))}
      >
        {chosen === null && <option value="">Own server</option>}
        {serverPresetNames.map((name) => (
          <option key={name} value={name}>
            {serverPreset(name).title}
          </option>
        ))}
      </Select>
      {figures.map((figure) => (
        <NumberField key={figure} path={["server", figure]} />
      ))}
      <NumberField path={["server", "statementUs"]} />
      {scenario.mode === "virtual" && (
        <p className={styles.summary} aria-live="polite">
          {describeServer(scenario)}
        </p>
      )}
      {sources.length > 0 && <p className={styles.source}>{sources.join("; ")}</p>}
    </>
  );
}
