/** The times in which a creation does nothing: given to it, by hand or as an ERRORLOG shows them. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { DocumentTextRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { SilentSpans } from "../../../../app/domain/creation-cost/silent-spans.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { formatClockDate, formatTidyDuration } from "../../../../app/domain/format/times.ts";
import { type Draft, setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { clockOrigin } from "../../../../app/domain/timeline/clock.ts";
import { openedSample, useCaptures } from "../../../state/recordings/captures.ts";
import { readSilentSpans } from "../../../state/recordings/silent-spans.ts";
import { messageOf } from "../../../state/services/services.ts";
import { notify } from "../../../state/shell/notifications.ts";
import { useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import styles from "./StorageSection.module.css";
import sectionStyles from "./sections.module.css";

const places = {
  beforeOpening: ["storage", "spans", "beforeOpeningSeconds"],
  beforeStartUp: ["storage", "spans", "beforeStartUpSeconds"],
} as const;

export const GivenSpans = (): ReactNode => (
  <>
    <h3 className={sectionStyles.subtitle}>Silent spans of a creation</h3>
    <NumberField path={places.beforeOpening} />
    <NumberField path={places.beforeStartUp} />
    <div className={styles.buttons}>
      <TakeFromLog />
      <span className={sectionStyles.note}>
        Given, not predicted: nothing published says what a server does in them.
      </span>
    </div>
  </>
);

/** One undo takes both back. */
const withSpans =
  ({ beforeOpeningMs, beforeStartUpMs }: SilentSpans) =>
  (draft: Draft): Draft =>
    setValue(draft, ["storage", "spans"], {
      beforeOpeningSeconds: beforeOpeningMs / 1000,
      beforeStartUpSeconds: beforeStartUpMs / 1000,
    });

function TakeFromLog(): ReactNode {
  const { edit } = useDesigner();
  const [reading, setReading] = useState(false);
  const take = async (title: string, open: () => Promise<string>): Promise<void> => {
    setReading(true);
    try {
      const { spans, origin } = await readSilentSpans(await open());
      const last = spans.at(-1);
      if (last === undefined) {
        const none = `${title} has no silent spans to take`;
        return notify({ intent: "warning", title: none, body: noSpans });
      }
      edit(withSpans(last));
      const body = takenText(last, origin, spans.length);
      notify({ intent: "success", title: `Taken from ${title}`, body });
    } catch (error) {
      notify({ intent: "error", title: `${title} was not read`, body: messageOf(error) });
    } finally {
      setReading(false);
    }
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<DocumentTextRegular />} disabled={reading}>
          {reading ? "Reading…" : "Take from an ERRORLOG"}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <Logs take={(title, open) => void take(title, open)} />
      </MenuPopover>
    </Menu>
  );
}

interface LogsProps {
  take(title: string, open: () => Promise<string>): void;
}

/** Asked for once the menu is open. */
function Logs({ take }: LogsProps): ReactNode {
  const { captures } = useCaptures();
  const logs = captures.filter(({ files }) => files.some(({ kind }) => kind === "errorlog"));
  return (
    <MenuList>
      {logs.map(({ id, title }) => (
        <MenuItem key={id} onClick={() => take(title, async () => id)}>
          {title}
        </MenuItem>
      ))}
      <MenuItem onClick={() => take("the paper’s log", openedSample)}>
        The log that the SQLCAT paper prints
      </MenuItem>
    </MenuList>
  );
}

const noSpans =
  "It tells of no creation with the end of its checkpoint, the opening of its files and its start-up. Trace flags 1810 and 3504, with 3605, write them into the log.";

function takenText(
  { snapshot, startMs, beforeOpeningMs, beforeStartUpMs }: SilentSpans,
  origin: string,
  creations: number,
): string {
  const which = creations > 1 ? `, the last of ${countOf(creations, "creation")}` : "";
  const when = formatClockDate(clockOrigin(origin), startMs);
  return `‘${snapshot}’ of ${when}${which}: ${formatTidyDuration(beforeOpeningMs)} before the opening, ${formatTidyDuration(beforeStartUpMs)} before the start-up.`;
}
