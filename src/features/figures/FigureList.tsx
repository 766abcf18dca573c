/** All figures, by paper, with how their checks stand. */
import type { ReactNode } from "react";
import { type FigureAnswer, papers } from "../../../app/contract/figure.ts";
import { paperNames, verdictCounts } from "../../../app/domain/figures/figure-text.ts";
import { Choice, Choices } from "../../components/ui/Choice.tsx";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./FiguresScreen.module.css";

interface FigureListProps {
  readonly answers: readonly FigureAnswer[];
  readonly shownId: string;
}

export function FigureList({ answers, shownId }: FigureListProps): ReactNode {
  const openFigure = useNavigation((state) => state.openFigure);
  return (
    <nav className={styles.list} aria-label="Figures of the papers">
      {papers.map((paper) => (
        <section key={paper} aria-label={paperNames[paper]}>
          <Choices title={paperNames[paper]}>
            {answers
              .filter(({ figure }) => figure.paper === paper)
              .map(({ figure, provenance, checks }) => (
                <li key={figure.id}>
                  <Choice isShown={figure.id === shownId} choose={() => openFigure(figure.id)}>
                    <span className={styles.label}>{figure.label}</span>
                    <span>{figure.title}</span>
                    <span className={styles.stand}>
                      {provenance === null ? "not computed" : verdictCounts(checks)}
                    </span>
                  </Choice>
                </li>
              ))}
          </Choices>
        </section>
      ))}
    </nav>
  );
}
