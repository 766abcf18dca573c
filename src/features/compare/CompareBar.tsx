/** Over a comparison: its sides, swap, what to add, and the moment on which they are aligned. */
import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  ToggleButton,
} from "@fluentui/react-components";
import { AddRegular, ArrowSwapRegular, DataScatterRegular } from "@fluentui/react-icons";
import { type ReactNode, useId, useMemo, useState } from "react";
import { type Alignment, maxSides } from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { sideRole } from "../../../app/domain/comparison/side-role.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { SideLine } from "../../components/compare/SideLine.tsx";
import { runOption } from "../../components/ui/run-option.tsx";
import { SearchPicker } from "../../components/ui/SearchPicker.tsx";
import { useLibrary } from "../../state/library/library.ts";
import { recentRuns } from "../../state/library/library-entries.ts";
import { useCaptures } from "../../state/recordings/captures.ts";
import { useActions } from "../../state/shell/actions.ts";
import {
  type ComparedSidePlace,
  type ComparisonPlace,
  useNavigation,
} from "../../state/shell/navigation.ts";
import { type AlignmentChoice, alignmentTitles } from "./align.ts";
import styles from "./CompareBar.module.css";
import { ComparisonExports } from "./ComparisonExports.tsx";
import type { ShownSide } from "./sides.ts";

interface CompareBarProps {
  readonly place: ComparisonPlace;
  readonly sides: readonly ShownSide[];
  /** Whether the answer that is shown is that of these sides. */
  readonly isAnswered: boolean;
  /** Whose points the sides are; null: of none, or not known yet. */
  readonly study: StudyState | null;
  readonly aligned: Aligned;
}

/** Moments that the lanes can fall together on, and the one that they do. */
export interface Aligned {
  readonly choices: readonly AlignmentChoice[];
  readonly used: Alignment;
}

/** Two points say all of what a figure would. */
const fewestOfFigure = 3;

export function CompareBar(props: CompareBarProps): ReactNode {
  const { place, sides, isAnswered, study, aligned } = props;
  const change = useNavigation((state) => state.changeComparison);
  const [adding, setAdding] = useState(false);
  const [base, other, ...more] = place.sides;
  const swap = (): void => {
    if (base !== undefined && other !== undefined) change({ sides: [other, base, ...more] });
  };
  const remove = (at: number): void =>
    change({ sides: place.sides.filter((_, place) => place !== at) });
  useActions([
    { id: "compare.swap", title: "Swap base and new", group: "View", keys: "X", run: swap },
    {
      id: "compare.add",
      title: "Add a run or a log to the comparison…",
      group: "View",
      enabled: place.sides.length < maxSides,
      run: () => setAdding(true),
    },
    ...aligned.choices.map(({ alignment: align, problem }) => ({
      id: `compare.align-${align}`,
      title: `Align on: ${alignmentTitles[align]}`,
      group: "View" as const,
      enabled: problem === null,
      run: () => change({ align }),
    })),
  ]);
  return (
    <section className={styles.bar} aria-label="What is compared">
      {place.sides.map((side, at) => (
        <div key={`${side.name}/${side.point}`} className={styles.sides}>
          <SidePill
            place={at}
            side={side}
            recordings={sides[at]?.recordings.length ?? 0}
            remove={place.sides.length > 2 ? () => remove(at) : null}
            first={at === 0 ? null : () => change({ sides: withFirst(place.sides, at) })}
          />
          {at === 0 && (
            <Button
              icon={<ArrowSwapRegular />}
              aria-label="Swap base and new"
              title="Swap base and new (X)"
              disabled={other === undefined}
              onClick={swap}
            />
          )}
        </div>
      ))}
      {adding ? (
        <AddSide place={place} close={() => setAdding(false)} />
      ) : (
        <Button
          appearance="subtle"
          icon={<AddRegular />}
          disabled={place.sides.length >= maxSides}
          onClick={() => setAdding(true)}
        >
          Add
        </Button>
      )}
      {study !== null && study.points.length >= fewestOfFigure && (
        <Button
          appearance="subtle"
          icon={<DataScatterRegular />}
          onClick={() => change({ sides: [] })}
        >
          {`All ${study.points.length} points`}
        </Button>
      )}
      <div className={styles.end}>
        <AlignOn aligned={aligned} />
        <ComparisonExports place={place} sides={sides} ready={isAnswered} />
      </div>
    </section>
  );
}

const withFirst = (sides: readonly ComparedSidePlace[], at: number): ComparedSidePlace[] => {
  const chosen = sides[at];
  return chosen === undefined ? [...sides] : [chosen, ...sides.filter((_, place) => place !== at)];
};

interface SidePillProps {
  /** Among the sides: the first is the base. */
  readonly place: number;
  readonly side: ComparedSidePlace;
  readonly recordings: number;
  /** Null: it stays. */
  readonly remove: (() => void) | null;
  /** Makes it the base; null: it is. */
  readonly first: (() => void) | null;
}

function SidePill({ place, side, recordings, remove, first }: SidePillProps): ReactNode {
  const openReplay = useNavigation((state) => state.openReplay);
  const [recording] = side.recordings;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton shape="circular" className={styles.pill ?? ""} title={side.name}>
          <SideLine side={place} />
          <span className={styles.role}>{sideRole(place)}</span>
          <span className={styles.name}>{side.name}</span>
          {recordings !== 1 && <span className={styles.role}>{countOf(recordings, "run")}</span>}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {first !== null && <MenuItem onClick={first}>Make it the base</MenuItem>}
          {recording !== undefined && (
            <MenuItem onClick={() => openReplay(recording)}>Open in Replay</MenuItem>
          )}
          {remove !== null && <MenuItem onClick={remove}>Take it out</MenuItem>}
          {first === null && recording === undefined && remove === null && (
            <MenuItem disabled>The base: all others are compared with it</MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

interface AddSideProps {
  readonly place: ComparisonPlace;
  close(): void;
}

function AddSide({ place, close }: AddSideProps): ReactNode {
  const change = useNavigation((state) => state.changeComparison);
  const entries = useLibrary((library) => library.entries);
  const { captures } = useCaptures();
  const groups = useMemo(
    () => [
      {
        title: "Runs",
        options: recentRuns(entries).map((entry) => ({
          ...runOption(entry),
          id: `run:${entry.id}`,
        })),
      },
      {
        title: "Opened logs",
        options: captures.map(({ id, title }) => ({
          id: `capture:${id}`,
          title,
          spoken: title,
          words: "log",
          facts: "log",
        })),
      },
    ],
    [entries, captures],
  );
  const id = useId();
  const add = (chosen: string): void => {
    const [kind, recording = ""] = chosen.split(":");
    const title = groups.flatMap(({ options }) => options).find((one) => one.id === chosen)?.title;
    close();
    if (kind !== "run" && kind !== "capture") return;
    const side = {
      name: nameBeside(place.sides, title ?? "Added"),
      recordings: [{ kind, id: recording } as const],
      point: null,
    };
    change({ sides: [...place.sides, side] });
  };
  return (
    <>
      <span id={id} className={styles.hidden}>
        Add a run or a log
      </span>
      <SearchPicker
        labelledBy={id}
        placeholder="Choose a run or a log"
        groups={groups}
        selected={null}
        nothing="Nothing matches"
        className={styles.picker}
        onChoose={add}
      />
      <Button appearance="subtle" onClick={close}>
        Cancel
      </Button>
    </>
  );
}

/** Sides are known by their names. */
function nameBeside(sides: readonly ComparedSidePlace[], name: string): string {
  const taken = new Set(sides.map((side) => side.name));
  let [free, count] = [name, 2];
  while (taken.has(free)) {
    free = `${name} (${count})`;
    count += 1;
  }
  return free;
}

function AlignOn({ aligned: { choices, used } }: Pick<CompareBarProps, "aligned">): ReactNode {
  const change = useNavigation((state) => state.changeComparison);
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div className={styles.align} role="group" aria-label="Align on">
      <span className={styles.role}>Align on</span>
      {choices.map(({ alignment: align, problem }) => (
        <ToggleButton
          key={align}
          size="small"
          checked={used === align}
          disabledFocusable={problem !== null}
          title={problem === null ? "" : `Not on this moment: ${problem}`}
          onClick={() => change({ align })}
        >
          {alignmentTitles[align]}
        </ToggleButton>
      ))}
    </div>
  );
}
