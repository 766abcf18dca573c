/** What the run is to pause at by itself: an event, a wait, a size on disk. */
import {
  Button,
  Input,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Select,
  Tooltip,
} from "@fluentui/react-components";
import { PauseSettingsRegular } from "@fluentui/react-icons";
import { useId, useState } from "react";
import { waitTypes } from "../../../../app/contract/telemetry-catalog.ts";
import { type Break, mostBreakMiB } from "../../../../app/domain/run/breaks.ts";
import { parseWhole } from "../../../../app/domain/scenario-form/number-text.ts";
import { useActions } from "../../../state/shell/actions.ts";
import styles from "./BreakOn.module.css";
import barStyles from "./RunBar.module.css";

interface BreakOnProps {
  readonly enabled: boolean;
  /** On real disks time goes on while the run is told to pause. */
  readonly isReal: boolean;
  set(one: Break): void;
}

export function BreakOn({ enabled, isReal, set }: BreakOnProps) {
  const [open, setOpen] = useState(false);
  useActions([
    {
      id: "run.break",
      title: "Break on an event…",
      group: "Run",
      keys: "B",
      enabled,
      run: () => setOpen(true),
    },
    {
      id: "run.break.armed",
      title: "Break when a snapshot is armed",
      group: "Run",
      enabled,
      run: () => set({ event: "armed" }),
    },
    {
      id: "run.break.replica",
      title: `Break at the first ${firstWait}`,
      group: "Run",
      enabled,
      run: () => set({ event: "wait", waitType: firstWait }),
    },
  ]);
  const choose = (one: Break): void => {
    set(one);
    setOpen(false);
  };
  return (
    <Popover
      open={open && enabled}
      onOpenChange={(_, next) => setOpen(next.open)}
      positioning="below-end"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip
          relationship="description"
          content="Lets the run go on until something happens, and pauses there (B)"
        >
          <Button
            size="small"
            icon={<PauseSettingsRegular />}
            disabled={!enabled}
            aria-keyshortcuts="B"
          >
            <span className={barStyles.inWidestBar}>Break on…</span>
          </Button>
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface ?? ""} aria-label="Break on an event">
        <Choices {...{ choose, isReal }} />
      </PopoverSurface>
    </Popover>
  );
}

/** The wait of users for a page that is pushed: what a class waits for. */
const firstWait = "FCB_REPLICA_WRITE";
const waits = [
  firstWait,
  ...waitTypes
    .filter(({ id, idle }) => id !== firstWait && !idle)
    .map(({ id }) => id)
    .toSorted(),
];

interface ChoicesProps extends Pick<BreakOnProps, "isReal"> {
  choose(one: Break): void;
}

function Choices({ choose, isReal }: ChoicesProps) {
  const [waitType, setWaitType] = useState(firstWait);
  const [size, setSize] = useState("1024");
  const ids = { wait: useId(), size: useId(), help: useId() };
  const sizeMiB = parseWhole(size);
  const fits = sizeMiB !== null && sizeMiB >= 1 && sizeMiB <= mostBreakMiB;
  const chooseSize = (): void => {
    if (fits) choose({ event: "sizeOnDisk", sizeMiB });
  };
  return (
    <div className={styles.choices}>
      <p className={styles.help}>
        {isReal
          ? "The run pauses within some milliseconds after the event: the disks do not wait."
          : "The run pauses at the very instant of the event. What it measures stays the same."}
      </p>
      <span>When a snapshot is armed</span>
      <span />
      <Button size="small" onClick={() => choose({ event: "armed" })}>
        Set<span className={styles.heardOnly}> a break when a snapshot is armed</span>
      </Button>
      <label htmlFor={ids.wait}>At the first wait of the type</label>
      <Select
        id={ids.wait}
        size="small"
        value={waitType}
        onChange={(_, data) => setWaitType(data.value)}
      >
        {waits.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </Select>
      <Button size="small" onClick={() => choose({ event: "wait", waitType })}>
        Set<span className={styles.heardOnly}> a break at the first {waitType}</span>
      </Button>
      <label htmlFor={ids.size}>When sparse files of a snapshot pass</label>
      <Input
        id={ids.size}
        size="small"
        inputMode="numeric"
        contentAfter="MiB"
        aria-invalid={!fits}
        aria-describedby={ids.help}
        value={size}
        onChange={(_, data) => setSize(data.value)}
        onKeyDown={({ key }) => key === "Enter" && chooseSize()}
      />
      <Button size="small" disabled={!fits} onClick={chooseSize}>
        Set<span className={styles.heardOnly}> a break at that size on disk</span>
      </Button>
      <p id={ids.help} className={styles.help}>
        {fits
          ? "A break is hit once. What a snapshot had on disk before does not count."
          : "Allowed is a whole number of MiB from 1 on."}
      </p>
    </div>
  );
}
