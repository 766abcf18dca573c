/** Snapshots that an array takes: of one volume in its card, and what they take beside I/O, for all volumes. */
import type { ReactNode } from "react";
import type { Volume } from "../../../../app/contract/scenario.ts";
import {
  arrayVolumes,
  newArraySnapshots,
} from "../../../../app/domain/scenario-form/array-snapshots.ts";
import { useDesigner } from "../designer-context.ts";
import { CheckField } from "../fields/CheckField.tsx";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import sectionStyles from "./sections.module.css";

interface ArraySnapshotsPanelProps {
  readonly index: number;
  readonly volume: Volume;
  readonly context: string;
}

export function ArraySnapshotsPanel(props: ArraySnapshotsPanelProps): ReactNode {
  const { index, volume, context } = props;
  const { scenario } = useDesigner().draft.present;
  const path = ["storage", "volumes", index, "arraySnapshots"];
  const shared = { context, compact: true };
  return (
    <>
      <CheckField path={path} group={newArraySnapshots(scenario, volume)} {...shared} />
      {volume.arraySnapshots !== undefined && (
        <>
          <ChoiceField path={[...path, "scheme"]} {...shared} />
          <NumberField path={[...path, "pageKiB"]} {...shared} />
          <NumberField path={[...path, "sizeGiB"]} {...shared} />
          <NumberField path={[...path, "reservePercent"]} {...shared} />
          <NumberField path={[...path, "warningPercent"]} {...shared} />
          <ChoiceField path={[...path, "whenFull"]} stacked {...shared} />
          {volume.arraySnapshots.whenFull === "borrow" && (
            <NumberField path={[...path, "poolGiB"]} {...shared} />
          )}
        </>
      )}
    </>
  );
}

/** Times that are given, not predicted; asked for where there is an array. */
export function ArraySnapshotTimes(): ReactNode {
  const { scenario } = useDesigner().draft.present;
  if (arrayVolumes(scenario).length === 0) return null;
  const path = ["storage", "arraySnapshotTimes"];
  return (
    <>
      <h3 className={sectionStyles.subtitle}>Times of an array snapshot</h3>
      <NumberField path={[...path, "prepareSeconds"]} />
      <NumberField path={[...path, "otherDatabases"]} />
      <NumberField path={[...path, "otherDatabaseMs"]} />
      <NumberField path={[...path, "commitMsPerVolume"]} />
      <NumberField path={[...path, "restoreSecondsPerVolume"]} />
    </>
  );
}
