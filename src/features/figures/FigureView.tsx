/** One figure: what it teaches and what came out, the chart, its numbers, the checks, and what was put in. */
import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import {
  comparedShortly,
  computedText,
  figureName,
  standMeaning,
  standText,
} from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { ExpectationBars } from "../../components/expectation/ExpectationBars.tsx";
import { FigureDrawing } from "../../components/figures/FigureDrawing.tsx";
import { ColumnHeads } from "../../components/ui/ColumnHeads.tsx";
import {
  type FigureExpected,
  useFigureExpectation,
} from "../../state/figures/figure-expectation.ts";
import { useStatus } from "../../state/shell/status.ts";
import { FigureBar } from "./FigureBar.tsx";
import styles from "./FiguresScreen.module.css";
import { Outcome, Stand } from "./Outcome.tsx";
import { ValueTable } from "./ValueTable.tsx";

export function FigureView({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const { figure, provenance, checks } = answer;
  const expected = useFigureExpectation(answer);
  const isHidden = expected?.isDrawing === true;
  // While one draws, nothing says what came out.
  const conclusion = isHidden ? null : answer.conclusion;
  useStatus({
    title: figureName(figure),
    left: [standText(answer)],
    right: [comparedShortly(figure)],
  });
  return (
    <div className={styles.main}>
      <FigureBar answer={answer} />
      {/* A region that scrolls needs focus to be scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.figure} aria-label={figure.label} tabIndex={0}>
        <header className={styles.head}>
          <h1 className={styles.conclusion}>{withUnitsKept(conclusion ?? figure.question)}</h1>
          {!isHidden && (
            <p className={styles.standing}>
              <Stand checks={checks} />
              <span>{standMeaning(answer)}</span>
            </p>
          )}
          {!isHidden && (
            <p className={styles.says}>
              {withUnitsKept(
                `${conclusion === null ? "" : `${figure.question} `}The paper: ${figure.says}`,
              )}
            </p>
          )}
          {expected !== null && expected.expectation === null && (
            <Button size="small" onClick={expected.draw}>
              Draw what you expect, before you look
            </Button>
          )}
        </header>
        <div className={styles.parts}>
          {provenance !== null && (
            <div className={styles.part}>
              <FigureDrawing answer={answer} expected={drawnOver(expected)} />
              {expected !== null && expected.expectation !== null && <Bars expected={expected} />}
              {!isHidden && <ValueTable answer={answer} />}
            </div>
          )}
          <div className={styles.part}>
            {!isHidden && <Outcome answer={answer} />}
            <Inputs answer={answer} />
          </div>
        </div>
      </section>
    </div>
  );
}

const drawnOver = (expected: FigureExpected | null) =>
  expected === null || expected.expectation === null
    ? null
    : {
        chart: expected.chart,
        expectation: expected.expectation,
        expecting: expected.isDrawing ? expected.expecting : null,
      };

function Bars({ expected }: { readonly expected: FigureExpected }): ReactNode {
  const { chart, isDrawing, canUndo, sentence, expecting, draw, clear } = expected;
  const { id, metric } = chart.result;
  const line = { id, name: `‘${metric.name}’`, isDrawing, canUndo, sentence, most: null };
  return (
    <ExpectationBars
      lines={[line]}
      expecting={expecting}
      done="Show what was computed"
      onDraw={draw}
      onClear={clear}
    />
  );
}

const sources = { paper: "the paper", derived: "derived from it", assumed: "assumed" } as const;

const Inputs = ({ answer }: { readonly answer: FigureAnswer }): ReactNode => (
  <section aria-label="How it was computed">
    <h2 className={styles.heading}>How it was computed</h2>
    <p className={styles.below}>{withUnitsKept(computedText(answer))}</p>
    <table className={styles.table} aria-label="Inputs">
      <ColumnHeads names={["Input", "Value", "From"]} />
      <tbody>
        {answer.figure.inputs.map(({ what, value, source }) => (
          <tr key={`${what} ${value}`}>
            <th scope="row">{what}</th>
            <td>{withUnitsKept(value)}</td>
            <td className={styles.source}>{sources[source]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
