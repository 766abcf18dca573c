/** The device of a virtual volume: a preset or own figures, and its figures with their sources. */
import { mergeClasses, Select } from "@fluentui/react-components";
import { type ReactNode, type ToggleEvent, useState } from "react";
import {
  type ComposedDevice,
  type DeviceDescription,
  isComposed,
} from "../../../../app/contract/device.ts";
import { devicePreset, devicePresetNames } from "../../../../app/contract/device-presets.ts";
import { scenarioField } from "../../../../app/contract/scenario-form.ts";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { sourceText } from "../../../../app/domain/assumptions/range-text.ts";
import { describeDevice, describeFigures } from "../../../../app/domain/device-text.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import {
  choiceOf,
  type DeviceChoice,
  figuresOf,
  ownFigures,
  rangeOf,
  setDevice,
  sourceOf,
} from "../../../../app/domain/scenario-form/devices.ts";
import { useDeviceFigures } from "../../../state/experiments/device-figures.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import styles from "./DevicePanel.module.css";

interface DevicePanelProps {
  readonly index: number;
  readonly device: DeviceDescription;
  readonly context: string;
}

export function DevicePanel({ index, device, context }: DevicePanelProps): ReactNode {
  const path = ["storage", "volumes", index, "device"];
  // Figures are for who asks for them: times of one's own are asked for by choosing them.
  const [open, setOpen] = useState(false);
  const figures = {
    className: styles.figures,
    open,
    onToggle: ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => setOpen(currentTarget.open),
  };
  return (
    <>
      <DeviceChooser
        index={index}
        device={device}
        context={context}
        chosen={(choice) => setOpen(choice === ownFigures)}
      />
      {isComposed(device) ? (
        <>
          <p className={styles.summary}>
            {withUnitsKept(describeDevice({ ...device, basedOn: null }))}
          </p>
          <ResolvedFigures device={device} />
          <details {...figures}>
            <summary>{`Figures and their sources${assumedText(device)}`}</summary>
            <ComposedFigures path={path} device={device} context={context} />
          </details>
        </>
      ) : (
        <>
          <details {...figures}>
            <summary>Service times</summary>
            <QueueFigures path={path} context={context} />
          </details>
          {/* Below what is typed, which must not move as this changes, nor differ from card to card. */}
          <ResolvedFigures device={device} />
        </>
      )}
    </>
  );
}

/** What the volume can do, by its model. */
function ResolvedFigures({ device }: { readonly device: DeviceDescription }): ReactNode {
  const { figures, problem } = useDeviceFigures(device);
  if (problem !== null)
    return <p className={mergeClasses(styles.source, styles.verdict)}>{problem}</p>;
  return (
    <p className={mergeClasses(styles.summary, styles.verdict)} aria-live="polite">
      {figures === null
        ? "Working out what the device can do…"
        : withUnitsKept(describeFigures(figures))}
    </p>
  );
}

interface DeviceChooserProps extends DevicePanelProps {
  chosen(choice: DeviceChoice): void;
}

function DeviceChooser(props: DeviceChooserProps): ReactNode {
  const { index, device, context } = props;
  const { edit } = useDesigner();
  const chosen = choiceOf(device);
  const id = controlId(["storage", "volumes", index, "device"]);
  const label = `${context}, Device`;
  return (
    <Select
      size="small"
      className={styles.chooser}
      select={{ id, "aria-label": label }}
      value={chosen ?? ""}
      title={
        chosen === null || chosen === ownFigures ? undefined : devicePreset(chosen).description
      }
      onChange={(_, { value }) => {
        edit((draft) => setDevice(draft, index, value as DeviceChoice));
        props.chosen(value as DeviceChoice);
      }}
    >
      {chosen === null && <option value="">Composed, of no preset</option>}
      <option value={ownFigures}>Own service times</option>
      {devicePresetNames.map((name) => (
        <option key={name} value={name}>
          {devicePreset(name).title}
        </option>
      ))}
    </Select>
  );
}

interface FiguresProps {
  readonly path: Path;
  readonly context: string;
}

const spreads = { exponential: "exponential", uniform: "uniform", fixed: "fixed" };

function QueueFigures({ path, context }: FiguresProps): ReactNode {
  const shared = { context, compact: true };
  return (
    <>
      <NumberField path={[...path, "parallelism"]} {...shared} />
      <NumberField path={[...path, "readServiceUs"]} label="Read" {...shared} />
      <NumberField path={[...path, "writeServiceUs"]} label="Write" {...shared} />
      <NumberField path={[...path, "sequentialReadServiceUs"]} {...shared} />
      <NumberField path={[...path, "sequentialWriteServiceUs"]} {...shared} />
      <NumberField path={[...path, "flushServiceUs"]} {...shared} />
      <NumberField path={[...path, "sparseFlushWrites"]} {...shared} />
      <NumberField path={[...path, "regionAllocationUs"]} {...shared} />
      <NumberField path={[...path, "batchSetupUs"]} {...shared} />
      <ChoiceField path={[...path, "spread"]} names={spreads} {...shared} />
      <NumberField path={[...path, "bandwidthMiBPerSecond"]} {...shared} />
      <NumberField path={[...path, "capacityMiB"]} {...shared} />
    </>
  );
}

const levels = {
  raid0: "RAID 0",
  raid1: "RAID 1",
  raid5: "RAID 5",
  raid6: "RAID 6",
  raid10: "RAID 10",
};

/** How much of a device no source gives: ": 8 of 20 are assumed". */
function assumedText(device: ComposedDevice): string {
  const figures = figuresOf(device);
  const assumed = figures.filter(({ path }) => rangeOf(device, path) !== undefined).length;
  return assumed === 0 ? "" : `: ${assumed} of ${figures.length} are assumed`;
}

/** A figure that is no longer the preset's has no source: it is the user's. */
function ComposedFigures({
  path,
  context,
  device,
}: FiguresProps & { readonly device: ComposedDevice }): ReactNode {
  const { draft } = useDesigner();
  return figuresOf(device).map((figure) => {
    const at = [...path, ...figure.path];
    const source = sourceText(
      figure.path,
      sourceOf(device, figure.path) ?? "your own figure",
      rangeOf(device, figure.path),
    );
    const help = `${scenarioField(at, draft.present.scenario)?.help ?? ""}. Source: ${source}`;
    const shared = { path: at, context, compact: true, help };
    return (
      <div key={figure.path.join(".")} className={styles.figure}>
        {figure.isChoice ? <ChoiceField {...shared} names={levels} /> : <NumberField {...shared} />}
        <p className={styles.source}>{withUnitsKept(source)}</p>
      </div>
    );
  });
}
