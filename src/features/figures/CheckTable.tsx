/** What the paper says, as checks: each with its verdict, what was measured, and what it says of it. */
import {
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  QuestionCircle16Regular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { FigureCheckResult, Verdict } from "../../../app/contract/figure.ts";
import { verdictNames } from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import styles from "./FiguresScreen.module.css";

const signs: Readonly<Record<Verdict, ReactNode>> = {
  pass: <CheckmarkCircle16Regular aria-hidden />,
  fail: <DismissCircle16Regular aria-hidden />,
  notProven: <QuestionCircle16Regular aria-hidden />,
};

export const CheckTable = ({
  checks,
}: {
  readonly checks: readonly FigureCheckResult[];
}): ReactNode => (
  <table className={styles.table} aria-label="Checks">
    <thead>
      <tr>
        <th scope="col">Verdict</th>
        <th scope="col">What the paper says, as a check</th>
      </tr>
    </thead>
    <tbody>
      {checks.map(({ id, statement, verdict, measured, reason, says }) => (
        <tr key={id} data-verdict={verdict}>
          <td className={styles.verdict}>
            {signs[verdict]} {verdictNames[verdict]}
          </td>
          <td className={styles.check} title={`The paper: ${says}`}>
            <span className={styles.statement}>{withUnitsKept(statement)}</span>
            <ul className={styles.measured}>
              {measured.map(({ what, text }) => (
                <li key={what}>{withUnitsKept(`${what}: ${text}`)}</li>
              ))}
            </ul>
            <span className={styles.reason}>{withUnitsKept(reason)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
