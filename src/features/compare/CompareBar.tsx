/** Over a comparison: its sides, swap, what to add, and the moment on which they are aligned. */
import { Button, ToggleButton } from "@fluentui/react-components";
import { AddRegular, ArrowSwapRegular, DataScatterRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import {
  type Alignment,
  type ComparisonOfSides,
  maxSides,
} from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { sideRole } from "../../../app/domain/comparison/side-role.ts";
import { useActions } from "../../state/shell/actions.ts";
import {
  type ComparedSidePlace,
  type ComparisonPlace,
  useNavigation,
} from "../../state/shell/navigation.ts";
import { type AlignmentChoice, alignmentTitles } from "./align.ts";
import styles from "./CompareBar.module.css";
import { ComparisonExports } from "./ComparisonExports.tsx";
import { ComparisonQuestionBar } from "./ComparisonQuestionBar.tsx";
import { SidePicker } from "./SidePicker.tsx";
import { SidePill } from "./SidePill.tsx";
import type { ShownSide } from "./sides.ts";

interface CompareBarProps {
  readonly place: ComparisonPlace;
  readonly sides: readonly ShownSide[];
  /** Null: there is none yet. */
  readonly comparison: ComparisonOfSides | null;
  /** Whether the comparison that is shown is that of these sides. */
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
  const { place, sides, comparison, isAnswered, study, aligned } = props;
  const change = useNavigation((state) => state.changeComparison);
  const [adding, setAdding] = useState(false);
  const [replaced, replace] = useState<number | null>(null);
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
          {replaced === at ? (
            <SidePicker
              label={`In place of ${sideRole(at)}, a run or a log`}
              others={place.sides.filter((_, other) => other !== at)}
              choose={(chosen) => change({ sides: place.sides.with(at, chosen) })}
              close={() => replace(null)}
            />
          ) : (
            <SidePill
              place={at}
              side={side}
              recordings={sides[at]?.recordings.length ?? 0}
              replace={() => replace(at)}
              remove={place.sides.length > 1 ? () => remove(at) : null}
              first={at === 0 ? null : () => change({ sides: withFirst(place.sides, at) })}
            />
          )}
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
        <SidePicker
          label="Add a run or a log"
          others={place.sides}
          choose={(side) => change({ sides: [...place.sides, side] })}
          close={() => setAdding(false)}
        />
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
        <ComparisonQuestionBar place={place} comparison={comparison} />
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
