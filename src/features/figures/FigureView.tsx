/** One figure: the chart, its numbers, what the paper says of it as checks, and what was put in. */
import type { ReactNode } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import {
  comparedShortly,
  comparedText,
  figureName,
  provenanceText,
  publishedText,
  standText,
} from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { FigureDrawing } from "../../components/figures/FigureDrawing.tsx";
import { useStatus } from "../../state/shell/status.ts";
import { CheckTable } from "./CheckTable.tsx";
import { FigureBar } from "./FigureBar.tsx";
import styles from "./FiguresScreen.module.css";
import { PointTable } from "./PointTable.tsx";

export function FigureView({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const { figure, provenance, checks } = answer;
  const published = figure.published.flatMap((one) => publishedText(answer, one) ?? []);
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
          <h1 className={styles.question}>{withUnitsKept(figure.question)}</h1>
          <p className={styles.says}>{withUnitsKept(`The paper: ${figure.says}`)}</p>
          <p className={styles.note}>
            {withUnitsKept(`${comparedText(figure)} ${provenanceText(provenance)}`)}
          </p>
        </header>
        <div className={styles.parts}>
          {provenance !== null && (
            <div className={styles.part}>
              <FigureDrawing answer={answer} />
              <PointTable answer={answer} />
              {published.length > 0 && (
                <section aria-label="Published numbers">
                  <h2 className={styles.heading}>Published</h2>
                  <ul className={styles.published}>
                    {published.map((text) => (
                      <li key={text}>{withUnitsKept(text)}</li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
          )}
          <div className={styles.part}>
            <CheckTable checks={checks} />
            <Inputs answer={answer} />
          </div>
        </div>
      </section>
    </div>
  );
}

const sources = { paper: "the paper’s", derived: "derived from it", assumed: "assumed" } as const;

const Inputs = ({ answer: { figure } }: { readonly answer: FigureAnswer }): ReactNode => (
  <table className={styles.table} aria-label="What was put in">
    <thead>
      <tr>
        <th scope="col">Input</th>
        <th scope="col">Value</th>
        <th scope="col">From</th>
      </tr>
    </thead>
    <tbody>
      {figure.inputs.map(({ what, value, source }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{withUnitsKept(value)}</td>
          <td className={styles.source}>{sources[source]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
