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
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Result, success } from "../../../../app/contract/result.ts";
import type { SilentSpans } from "../../../../app/domain/creation-cost/silent-spans.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { formatClockDate, formatTidyDuration } from "../../../../app/domain/format/times.ts";
import { type Draft, setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { clockOrigin } from "../../../../app/domain/timeline/clock.ts";
import { openedSample, useCaptures } from "../../../state/recordings/captures.ts";
import { readSilentSpans } from "../../../state/recordings/silent-spans.ts";
import { ask } from "../../../state/services/ask.ts";
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
  const left = useRef<AbortController>(null);
  useEffect(() => () => left.current?.abort(), []);
  const take = async (title: string, open: OpenLog): Promise<void> => {
    left.current = new AbortController();
    const { signal } = left.current;
    setReading(true);
    const read = await ask(
      `${title} was not read`,
      async () => {
        const opened = await open(signal);
        return opened.ok ? readSilentSpans(opened.value, signal) : opened;
      },
      { signal, again: () => void take(title, open) },
    );
    setReading(false);
    if (read === null) return;
    const { spans, origin } = read;
    const last = spans.at(-1);
    if (last === undefined) {
      const none = `${title} has no silent spans to take`;
      return notify({ intent: "warning", title: none, body: noSpans });
    }
    edit(withSpans(last));
    const body = takenText(last, origin, spans.length);
    notify({ intent: "success", title: `Taken from ${title}`, body });
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

/** The id of the log, once it is open. */
type OpenLog = (signal: AbortSignal) => Promise<Result<string>>;

interface LogsProps {
  take(title: string, open: OpenLog): void;
}

/** Asked for once the menu is open. */
function Logs({ take }: LogsProps): ReactNode {
  const { captures } = useCaptures();
  const logs = captures.filter(({ files }) => files.some(({ kind }) => kind === "errorlog"));
  return (
    <MenuList>
      {logs.map(({ id, title }) => (
        <MenuItem key={id} onClick={() => take(title, async () => success(id))}>
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
