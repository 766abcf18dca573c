/** Disks: devices of a simulated array, or folders of this machine. What lies on them is drawn above the form. */
import { Button } from "@fluentui/react-components";
import { AddRegular, ArrowResetRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { resetAt } from "../../../../app/domain/scenario-form/draft.ts";
import { addVolume, setMode } from "../../../../app/domain/scenario-form/edits.ts";
import { canReset } from "../../../../app/domain/scenario-form/field-state.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { CheckField } from "../fields/CheckField.tsx";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { BackupVolumesField, DataVolumesField } from "../fields/VolumesFields.tsx";
import { ArraySnapshotTimes } from "./ArraySnapshotsPanel.tsx";
import { FileSystemField } from "./FileSystemField.tsx";
import { FormSection } from "./FormSection.tsx";
import { GivenSpans } from "./GivenSpans.tsx";
import styles from "./StorageSection.module.css";
import sectionStyles from "./sections.module.css";
import { VolumeCard } from "./VolumeCard.tsx";

export function StorageSection(): ReactNode {
  const { draft, edit } = useDesigner();
  const { mode, storage } = draft.present.scenario;
  return (
    <FormSection
      id="storage"
      title="Storage"
      aside="what lies on which volume can be changed in the drawing above, too"
    >
      <ModeChoice />
      <div className={mode === "real" ? styles.volumesReal : styles.volumes}>
        {storage.volumes.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a volume is known by its place; its name is being typed
          <VolumeCard key={index} index={index} />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button size="small" icon={<AddRegular />} onClick={() => edit(addVolume)}>
          Add volume
        </Button>
        {canReset(draft, ["storage"]) && (
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowResetRegular />}
            onClick={() =>
              edit((current) => resetAt(setMode(current, current.base.mode), ["storage"]))
            }
          >
            Reset the storage
          </Button>
        )}
      </div>
      <h3 className={sectionStyles.subtitle}>Placement</h3>
      <DataPlacement />
      <Placement file="log" />
      <Placement file="snapshot" />
      <ChoiceField
        path={["storage", "placement", "tempdb"]}
        choices={["", ...new Set(storage.volumes.map(({ name }) => name))]}
        names={{ "": "With the data files" }}
        help="volume of tempdb; with the data files: on that of the first"
      />
      <BackupPlacement />
      {mode === "virtual" && <Network />}
      <h3 className={sectionStyles.subtitle}>Pushes to snapshots</h3>
      <ChoiceField path={["storage", "pushUnit"]} />
      <ChoiceField path={["storage", "pushPolicy"]} />
      {storage.pushPolicy === "writeAhead" && (
        <NumberField path={["storage", "preImageMemoryMiB"]} />
      )}
      <ChoiceField path={["storage", "arming"]} />
      <GivenSpans />
      {mode === "virtual" && <ArraySnapshotTimes />}
      <h3 className={sectionStyles.subtitle}>The file system</h3>
      {mode === "virtual" && (
        <>
          <NumberField path={["storage", "sparseRegionWrites"]} />
          <FileSystemField />
        </>
      )}
      <NumberField path={["storage", "sparseFileLimitMiB"]} />
      <ChoiceField path={["storage", "sparseFileLimitError"]} />
      {mode === "real" && (
        <>
          <h3 className={sectionStyles.subtitle}>Limits of a real run</h3>
          <NumberField path={["storage", "quotaMiB"]} />
          <NumberField path={["storage", "freeSpaceFloorMiB"]} />
        </>
      )}
    </FormSection>
  );
}

const modes: Readonly<Record<Scenario["mode"], { name: string; means: string }>> = {
  virtual: {
    name: "Virtual, simulated disks",
    means: "the same seed gives the same run anywhere",
  },
  real: {
    name: "Real, this machine's disks",
    means: "real files in an empty folder, removed afterwards",
  },
};

function ModeChoice(): ReactNode {
  const { draft, edit } = useDesigner();
  const { mode } = draft.present.scenario;
  return (
    <div className={sectionStyles.row}>
      <div
        id={controlId(["mode"])}
        className={sectionStyles.segments}
        role="radiogroup"
        aria-label="Mode"
      >
        {(["virtual", "real"] as const).map((choice) => (
          <label key={choice} className={sectionStyles.segment}>
            <input
              type="radio"
              name="mode"
              checked={mode === choice}
              onChange={() => edit((current) => setMode(current, choice))}
            />
            {modes[choice].name}
          </label>
        ))}
      </div>
      <span className={sectionStyles.note}>{modes[mode].means}</span>
    </div>
  );
}

function Placement({ file }: { readonly file: keyof Scenario["storage"]["placement"] }): ReactNode {
  const { draft } = useDesigner();
  const names = draft.present.scenario.storage.volumes.map(({ name }) => name);
  return <ChoiceField path={["storage", "placement", file]} choices={[...new Set(names)]} />;
}

/** One file is on one volume; several can be on several. */
function DataPlacement(): ReactNode {
  const { storage, database } = useDesigner().draft.present.scenario;
  const isList = typeof storage.placement.data !== "string";
  return isList || database.dataFiles > 1 ? <DataVolumesField /> : <Placement file="data" />;
}

/** A backup to several files can be on several volumes. */
function BackupPlacement(): ReactNode {
  const { storage, timeline } = useDesigner().draft.present.scenario;
  const isList = Array.isArray(storage.placement.backup);
  const isDealt = timeline.some(({ command }) => command.kind === "backup" && command.files > 1);
  if (isList || isDealt) return <BackupVolumesField />;
  return (
    <ChoiceField
      path={["storage", "placement", "backup"]}
      choices={["", ...new Set(storage.volumes.map(({ name }) => name))]}
      names={{ "": "With the snapshots" }}
    />
  );
}

/** Two cards of 1 GbE: with one, whether it is shared would hardly be asked. */
const newNetwork: NonNullable<Scenario["storage"]["network"]> = { paths: 2, pathMiBPerSecond: 113 };

/** What all devices with a link go through on the host's side. */
function Network(): ReactNode {
  const { network } = useDesigner().draft.present.scenario.storage;
  return (
    <>
      <h3 className={sectionStyles.subtitle}>Network</h3>
      <CheckField
        path={["storage", "network"]}
        label="Shared host paths"
        help="the links of all devices go over them; else each has its own alone"
        group={newNetwork}
      />
      {network !== null && (
        <>
          <NumberField path={["storage", "network", "paths"]} />
          <NumberField path={["storage", "network", "pathMiBPerSecond"]} />
        </>
      )}
    </>
  );
}
