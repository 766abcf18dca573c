/** The lessons: what each teaches, how long it takes, and a button that begins it. */
import { Button, Spinner } from "@fluentui/react-components";
import { SlidePlayRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { LessonEntry } from "../../../app/contract/rpc/lessons.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { EmptyState, ErrorState } from "../../components/ui/StateMessage.tsx";
import { useLessons } from "../../state/lessons/lessons.ts";
import { usePresent } from "../../state/present/present.ts";
import { useStatus } from "../../state/shell/status.ts";
import styles from "./LessonsScreen.module.css";

export default function LessonsScreen(): ReactNode {
  const { value, message, again } = useLessons();
  useStatus({ title: "Lessons", left: [] });
  if (message !== null && value === null) {
    return (
      <ErrorState
        title="The lessons cannot be listed"
        message={message}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  if (value === null)
    return <Spinner className={styles.loading ?? ""} label="Reading the lessons" />;
  if (value.length === 0) {
    return (
      <EmptyState title="There are no lessons">This installation came without any.</EmptyState>
    );
  }
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.screen} aria-label="Lessons" tabIndex={0}>
      <p className={styles.hint}>
        A lesson fills the window. The run that it is told over is computed first, in seconds; Page
        Down and Page Up of a clicker go through it, Escape leaves.
      </p>
      <ul className={styles.list}>
        {value.map((entry) => (
          <li key={entry.id}>
            <Item {...entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ id, lesson, problem }: LessonEntry): ReactNode {
  const open = usePresent((state) => state.open);
  if (lesson === null) {
    return (
      <div role="alert">
        <h2>{id}</h2>
        <p>{`This lesson cannot be given. ${problem ?? ""}`}</p>
      </div>
    );
  }
  return (
    <>
      <h2>{lesson.title}</h2>
      <p>{lesson.teaches}</p>
      <span className={styles.minutes}>{countOf(lesson.minutes, "minute")}</span>
      <Button
        icon={<SlidePlayRegular />}
        aria-label={`Begin the lesson ${lesson.title}`}
        onClick={() => open({ id, lesson })}
      >
        Begin
      </Button>
    </>
  );
}
