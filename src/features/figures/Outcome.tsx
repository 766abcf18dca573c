/** What the paper says, as checks: what comes out, then what does not with the mechanism behind it. */
import {
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  QuestionCircle16Regular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import {
  type FigureAnswer,
  type FigureCheckResult,
  type Verdict,
  verdicts,
} from "../../../app/contract/figure.ts";
import { explained, measuredText, verdictNames } from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import styles from "./FiguresScreen.module.css";

const signs: Readonly<Record<Verdict, ReactNode>> = {
  pass: <CheckmarkCircle16Regular aria-hidden />,
  fail: <DismissCircle16Regular aria-hidden />,
  notProven: <QuestionCircle16Regular aria-hidden />,
};

/** How many checks have each verdict. */
export const Stand = ({ checks }: Pick<FigureAnswer, "checks">): ReactNode =>
  verdicts.map((verdict) => {
    const count = checks.filter((check) => check.verdict === verdict).length;
    return (
      count > 0 && (
        <span key={verdict} className={styles.verdict} data-verdict={verdict}>
          {signs[verdict]} {count} {verdictNames[verdict]}
        </span>
      )
    );
  });

export function Outcome({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const passed = answer.checks.filter(({ verdict }) => verdict === "pass");
  const others = explained(answer);
  return (
    <section className={styles.outcome} aria-label="Checks">
      {passed.length > 0 && (
        <>
          <h2 className={styles.heading}>What comes out</h2>
          <Checks checks={passed} />
        </>
      )}
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>
            {answer.provenance === null ? "What is to come out" : "What does not, and why"}
          </h2>
          {others.map(({ mechanism, checks }) => (
            <div key={checks[0]?.id} className={styles.explained}>
              {mechanism !== null && (
                <>
                  <h3 className={styles.because}>{withUnitsKept(mechanism.because)}</h3>
                  {mechanism.detail !== "" && (
                    <p className={styles.why}>{withUnitsKept(mechanism.detail)}</p>
                  )}
                </>
              )}
              <Checks checks={checks} />
            </div>
          ))}
        </>
      )}
    </section>
  );
}

const Checks = ({ checks }: { readonly checks: readonly FigureCheckResult[] }): ReactNode => (
  <ul className={styles.checks}>
    {checks.map((check) => {
      const { id, statement, verdict, reason, says } = check;
      return (
        <li key={id} data-verdict={verdict} title={`The paper: ${says}`}>
          <span className={styles.verdict} data-verdict={verdict}>
            {signs[verdict]} {verdictNames[verdict]}
          </span>
          <div>
            <span className={styles.statement}>{withUnitsKept(`${statement}.`)}</span>{" "}
            <span className={styles.measured}>
              {withUnitsKept(`${measuredText(check)}. ${reason}`)}
            </span>
          </div>
        </li>
      );
    })}
  </ul>
);
