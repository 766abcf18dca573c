/** One figure: what it teaches and what came out, the chart, its numbers, the checks, and what was put in. */
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
import { FigureDrawing } from "../../components/figures/FigureDrawing.tsx";
import { ColumnHeads } from "../../components/ui/ColumnHeads.tsx";
import { useStatus } from "../../state/shell/status.ts";
import { FigureBar } from "./FigureBar.tsx";
import styles from "./FiguresScreen.module.css";
import { Outcome, Stand } from "./Outcome.tsx";
import { ValueTable } from "./ValueTable.tsx";

export function FigureView({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const { figure, conclusion, provenance, checks } = answer;
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
          <p className={styles.standing}>
            <Stand checks={checks} />
            <span>{standMeaning(answer)}</span>
          </p>
          <p className={styles.says}>
            {withUnitsKept(
              `${conclusion === null ? "" : `${figure.question} `}The paper: ${figure.says}`,
            )}
          </p>
        </header>
        <div className={styles.parts}>
          {provenance !== null && (
            <div className={styles.part}>
              <FigureDrawing answer={answer} />
              <ValueTable answer={answer} />
            </div>
          )}
          <div className={styles.part}>
            <Outcome answer={answer} />
            <Inputs answer={answer} />
          </div>
        </div>
      </section>
    </div>
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
