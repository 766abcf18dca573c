/** All figures, by paper, with how their checks stand. */
import type { ReactNode } from "react";
import { type FigureAnswer, papers } from "../../../app/contract/figure.ts";
import { paperNames, standText } from "../../../app/domain/figures/figure-text.ts";
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
              .map((answer) => (
                <li key={answer.figure.id}>
                  <Choice
                    isShown={answer.figure.id === shownId}
                    choose={() => openFigure(answer.figure.id)}
                  >
                    <span className={styles.label}>{answer.figure.label}</span>
                    <span>{answer.figure.title}</span>
                    <span className={styles.stand}>{standText(answer)}</span>
                  </Choice>
                </li>
              ))}
          </Choices>
        </section>
      ))}
    </nav>
  );
}
