/** Asks before an act takes something away, and says what is lost. */
import { revertNow } from "../../../../app/domain/forecast/forecast-text.ts";
import { type DestructiveAct, questionOf } from "../../../../app/domain/run/destructive-acts.ts";
import { labelOf } from "../../../../app/domain/timeline/acts.ts";
import { tsqlOfNext } from "../../../../app/domain/tsql/acts.ts";
import { TsqlDisclosure } from "../../../components/tsql/TsqlDisclosure.tsx";
import { ConfirmDialog } from "../../../components/ui/ConfirmDialog.tsx";
import { copyText } from "../../../state/files/clipboard.ts";
import { useForecast } from "../../../state/recordings/forecast.ts";
import { sendCommand } from "../commands.ts";
import styles from "./Dialogs.module.css";
import type { SteerProps } from "./steer-props.ts";

export interface DestructiveDialogProps extends SteerProps {
  readonly asked: DestructiveAct;
  close(): void;
}

export function DestructiveDialog(props: DestructiveDialogProps) {
  const { runId, timeline, scenario, enabled, asked, close } = props;
  // The run goes on while the dialog is open, and what would be lost with it.
  const { title, act, words, command } = questionOf(asked, scenario, timeline);
  const forecast = useForecast({ timeline, scenario, atMs: timeline.endMs });
  const takes = asked.kind === "revert" ? revertNow(forecast, asked.snapshot) : null;
  const tsql = tsqlOfNext(command, timeline, scenario);
  return (
    <ConfirmDialog
      title={title}
      leave="Cancel"
      act={act}
      enabled={enabled}
      confirm={() => {
        void sendCommand(runId, command);
        close();
      }}
      close={close}
    >
      <div className={styles.fields}>
        {[...words, ...(takes === null ? [] : [takes])].map((sentence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: figures within the sentences change
          <p key={at} className={styles.words}>
            {sentence}
          </p>
        ))}
        <TsqlDisclosure tsql={tsql} of={labelOf(command)} copy={copyText} />
      </div>
    </ConfirmDialog>
  );
}
