/** The figures of the papers: what they show, what was measured, what is judged, and a way to one's own storage. */
import { Button, Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { useFigures } from "../../state/figures/figures.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { FigureList } from "./FigureList.tsx";
import styles from "./FiguresScreen.module.css";
import { FigureView } from "./FigureView.tsx";

export default function FiguresScreen(): ReactNode {
  const { value: answers, message, again } = useFigures();
  const wanted = useNavigation((state) => state.figure);
  if (message !== null && answers === null) {
    return (
      <ErrorState
        title="The figures cannot be listed"
        message={message}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  const shown = answers?.find(({ figure }) => figure.id === wanted) ?? answers?.[0];
  if (answers === null || shown === undefined) {
    return <Spinner className={styles.loading ?? ""} label="Reading the figures" />;
  }
  return (
    <div className={styles.screen}>
      <FigureList answers={answers} shownId={shown.figure.id} />
      <FigureView key={shown.figure.id} answer={shown} />
    </div>
  );
}
