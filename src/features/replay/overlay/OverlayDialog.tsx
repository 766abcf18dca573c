/** Chooses a run to overlay on a recording, and the moment at which the two are to fall together. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Spinner,
} from "@fluentui/react-components";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RunEntry } from "../../../../app/contract/rpc/runs.ts";
import { formatClockDate, formatDuration } from "../../../../app/domain/format/times.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { runOption } from "../../../components/ui/run-option.tsx";
import { type PickerOption, SearchPicker } from "../../../components/ui/SearchPicker.tsx";
import { useLibrary } from "../../../state/library/library.ts";
import { recentRuns } from "../../../state/library/library-entries.ts";
import { type OverlayChoice, runRef } from "../../../state/recordings/overlay.ts";
import { recordingKey, useRecording } from "../../../state/recordings/recording.ts";
import {
  alignmentInWords,
  type Moment,
  type MomentPair,
  matchingMoment,
  momentAt,
  momentsOf,
  suggestedPair,
} from "./alignment.ts";
import styles from "./OverlayDialog.module.css";

interface OverlayDialogProps {
  readonly recording: RecordingRef;
  readonly under: Timeline;
  /** What is overlaid now. */
  readonly choice: OverlayChoice | null;
  choose(choice: OverlayChoice): void;
  close(): void;
}

export function OverlayDialog(props: OverlayDialogProps): ReactNode {
  const { recording, under, choice, choose, close } = props;
  const selection = useAlignment(under, choice);
  const { runId, run, pair } = selection;
  const lay = (): void => {
    if (runId === null || pair === null) return;
    const anchorOf = ({ id, atMs }: Moment) => ({ bandId: id === "" ? null : id, atMs });
    choose({
      under: recordingKey(recording),
      runId,
      underAnchor: anchorOf(pair.under),
      runAnchor: anchorOf(pair.run),
    });
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Overlay a run on this recording</DialogTitle>
          <DialogContent className={styles.fields ?? ""}>
            <Fields under={under} selection={selection} />
            <Words under={under} run={run} selection={selection} />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button appearance="primary" disabled={run === null || pair === null} onClick={lay}>
              Overlay
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

interface Alignment {
  readonly runId: string | null;
  /** Null until it is fetched. */
  readonly run: Timeline | null;
  readonly message: string | null;
  readonly underMoments: readonly Moment[];
  readonly runMoments: readonly Moment[];
  readonly pair: MomentPair | null;
  chooseRun(runId: string): void;
  chooseUnderMoment(id: string): void;
  chooseRunMoment(id: string): void;
}

/** What was chosen so far; the suggestion stands until something else is. */
function useAlignment(under: Timeline, choice: OverlayChoice | null): Alignment {
  const [runId, setRunId] = useState(choice?.runId ?? null);
  const [underMoment, setUnderMoment] = useState<string | null>(null);
  const [runMoment, setRunMoment] = useState<string | null>(null);
  const { timeline: run, message } = useRecording(runRef(runId ?? undefined));
  const underMoments = useMemo(() => momentsOf(under), [under]);
  const runMoments = useMemo(() => (run === null ? [] : momentsOf(run)), [run]);
  const suggested = useMemo((): MomentPair | null => {
    if (run === null) return null;
    const pair = suggestedPair(underMoments, runMoments);
    if (choice === null || choice.runId !== runId) return pair;
    return {
      under: momentAt(underMoments, choice.underAnchor) ?? pair.under,
      run: momentAt(runMoments, choice.runAnchor) ?? pair.run,
    };
  }, [run, underMoments, runMoments, choice, runId]);
  const byId = (moments: readonly Moment[], id: string | null): Moment | undefined =>
    id === null ? undefined : moments.find((moment) => moment.id === id);
  const ofUnder = byId(underMoments, underMoment) ?? suggested?.under;
  const ofRun =
    byId(runMoments, runMoment) ??
    // The act that was chosen here is the one to look for in the run.
    (underMoment !== null && ofUnder !== undefined ? matchingMoment(runMoments, ofUnder) : null) ??
    suggested?.run;
  return {
    runId,
    run,
    message,
    underMoments,
    runMoments,
    pair: ofUnder === undefined || ofRun === undefined ? null : { under: ofUnder, run: ofRun },
    chooseRun: (id) => {
      setRunId(id);
      setRunMoment(null);
    },
    chooseUnderMoment: (id) => {
      setUnderMoment(id);
      setRunMoment(null);
    },
    chooseRunMoment: setRunMoment,
  };
}

interface FieldsProps {
  readonly under: Timeline;
  readonly selection: Alignment;
}

function Fields({ under, selection }: FieldsProps): ReactNode {
  const entries = useLibrary((library) => library.entries);
  const runs = useMemo(() => recentRuns(entries).filter(isOver).map(runOption), [entries]);
  const { pair, run, underMoments, runMoments } = selection;
  const underOptions = useMemo(
    () => underMoments.map((moment) => momentOption(moment, clockOf(under))),
    [under, underMoments],
  );
  const runOptions = useMemo(
    () => runMoments.map((moment) => momentOption(moment, afterStart)),
    [runMoments],
  );
  return (
    <>
      <Choice
        label="Run"
        placeholder={runs.length === 0 ? "No run has ended yet" : "Choose a run"}
        options={runs}
        selected={runs.find(({ id }) => id === selection.runId) ?? null}
        nothing="No run matches"
        onChoose={selection.chooseRun}
      />
      <Choice
        label="Align this point"
        placeholder="Choose a run first"
        options={run === null ? [] : underOptions}
        selected={underOptions.find(({ id }) => id === pair?.under.id) ?? null}
        nothing="No phase matches"
        onChoose={selection.chooseUnderMoment}
      />
      <Choice
        label="with this point of the run"
        placeholder="Choose a run first"
        options={runOptions}
        selected={runOptions.find(({ id }) => id === pair?.run.id) ?? null}
        nothing="No phase matches"
        onChoose={selection.chooseRunMoment}
      />
    </>
  );
}

const isOver = ({ status }: RunEntry): boolean => status !== "running";

const clockOf =
  ({ originMs }: Timeline) =>
  (atMs: number): string =>
    formatClockDate(originMs, atMs);

const afterStart = (atMs: number): string => `${formatDuration(atMs)} after its start`;

function momentOption({ id, atMs, title }: Moment, timeOf: (atMs: number) => string): PickerOption {
  const time = timeOf(atMs);
  return { id, title, spoken: `${title}, ${time}`, words: "", facts: time };
}

interface ChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly PickerOption[];
  readonly selected: PickerOption | null;
  readonly nothing: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ label, placeholder, options, selected, nothing, onChoose }: ChoiceProps) {
  const id = useId();
  const groups = useMemo(() => [{ title: null, options }], [options]);
  return (
    <div className={styles.field}>
      <span id={id}>{label}</span>
      <SearchPicker
        labelledBy={id}
        placeholder={placeholder}
        groups={groups}
        selected={selected}
        disabled={options.length === 0}
        nothing={nothing}
        className={styles.picker}
        onChoose={onChoose}
      />
      {selected !== null && <span className={styles.time}>{selected.facts}</span>}
    </div>
  );
}

interface WordsProps extends FieldsProps {
  readonly run: Timeline | null;
}

/** What the choice does to the run, before it is done. */
function Words({ under, run, selection }: WordsProps): ReactNode {
  const { runId, message, pair } = selection;
  if (message !== null) {
    return (
      <div className={styles.words} role="alert">
        <p className={styles.failed}>The run cannot be read: {message}</p>
      </div>
    );
  }
  const words = run === null || pair === null ? null : alignmentInWords(under, run, pair);
  return (
    <div className={styles.words} role="status">
      {words !== null ? (
        <>
          <p>{words.shift}</p>
          <p>{words.extent}</p>
        </>
      ) : runId === null ? (
        <p>
          Its phases and counters are drawn over those below: shifted in time, at the same scale.
        </p>
      ) : (
        <Spinner size="tiny" label="Reading the run" />
      )}
    </div>
  );
}
