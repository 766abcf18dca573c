/** What can be changed while the run runs. Each act is recorded with the run. Where nothing can be, there is no row. */
import { Button, Popover, PopoverSurface, PopoverTrigger } from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import type { DestructiveAct } from "../../../../app/domain/run/destructive-acts.ts";
import { ActList } from "../../../components/tsql/ActList.tsx";
import { copyText } from "../../../state/files/clipboard.ts";
import { CreateSnapshot } from "./CreateSnapshot.tsx";
import { DestructiveDialog } from "./DestructiveDialog.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { ReadSnapshot } from "./ReadSnapshot.tsx";
import { RestoreDialog, type RestoreSource } from "./RestoreDialog.tsx";
import styles from "./SteerRow.module.css";
import type { SteerProps } from "./steer-props.ts";
import { UndoMenu } from "./UndoMenu.tsx";
import { UsersControl } from "./UsersControl.tsx";

export function SteerRow(props: SteerProps) {
  const [asked, ask] = useState<DestructiveAct | null>(null);
  const [restoring, setRestoring] = useState<RestoreSource | null>(null);
  return (
    <>
      {/* Hidden and not gone: what is typed in it is there again when the run takes it. */}
      <section className={styles.row} aria-label="Controls of the run" hidden={!props.enabled}>
        <CreateSnapshot {...props} />
        <span className={styles.divider} />
        <UsersControl {...props} />
        <span className={styles.divider} />
        <ReadSnapshot {...props} />
        <UndoMenu
          {...props}
          ask={ask}
          restore={(arraySnapshot) => setRestoring({ arraySnapshot })}
        />
        <MoreMenu {...props} ask={ask} />
        <RecordedActions {...props} />
      </section>
      {asked !== null && <DestructiveDialog {...props} asked={asked} close={() => ask(null)} />}
      {restoring !== null && (
        <RestoreDialog {...props} from={restoring} close={() => setRestoring(null)} />
      )}
    </>
  );
}

/** What was done so far, with its T-SQL. */
function RecordedActions({ timeline, scenario, enabled }: SteerProps) {
  const recorded = timeline.acts.filter(
    ({ outcome, transport }) => outcome === "applied" && !transport,
  );
  return (
    <Popover positioning="above-end" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button className={styles.acts ?? ""} size="small" appearance="subtle" disabled={!enabled}>
          <span className={styles.wide}>Controls ·&nbsp;</span>
          {countOf(recorded.length, "action")}
          <span className={styles.wide}>&nbsp;recorded</span>
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.actList ?? ""} aria-label="Recorded actions, with T-SQL">
        <ActList timeline={timeline} scenario={scenario} copy={copyText} />
      </PopoverSurface>
    </Popover>
  );
}
