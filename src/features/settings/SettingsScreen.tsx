/** Settings: looks, keys, and what this installation is made of. */
import {
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Spinner,
  Switch,
} from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { SystemInfo } from "../../../app/contract/rpc/services.ts";
import { FactList } from "../../components/ui/FactList.tsx";
import { useSystemInfo } from "../../state/services/system.ts";
import { useSingleKeys } from "../../state/shell/single-keys.ts";
import { useStatus } from "../../state/shell/status.ts";
import {
  type ChosenTheme,
  themeChoices,
  themeNames,
  useThemeChoice,
} from "../../state/shell/theme.ts";
import styles from "./SettingsScreen.module.css";
import { ShortcutTable } from "./ShortcutTable.tsx";
import { libraryFacts, versionFacts } from "./system-facts.ts";

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ title, children }: SectionProps): ReactNode => (
  <section className={styles.section}>
    <h2 className={styles.heading}>{title}</h2>
    <div className={styles.content}>{children}</div>
  </section>
);

function ThemeChoice(): ReactNode {
  const [theme, setTheme] = useThemeChoice();
  return (
    <RadioGroup
      aria-label="Theme"
      value={theme}
      onChange={(_event, { value }) => setTheme(value as ChosenTheme)}
    >
      {themeChoices.map((choice) => (
        <Radio key={choice} value={choice} label={themeNames[choice]} />
      ))}
    </RadioGroup>
  );
}

function SingleKeys(): ReactNode {
  const [single, setSingle] = useSingleKeys();
  return (
    <Switch
      label="Letters and signs by themselves are shortcuts, such as W and ?"
      checked={single}
      onChange={(_event, { checked }) => setSingle(checked)}
    />
  );
}

const PdfState = ({ pdf }: Pick<SystemInfo, "pdf">): ReactNode =>
  pdf.available ? (
    <p className={styles.text}>This installation prints PDF reports.</p>
  ) : (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>PDF reports cannot be printed here: {pdf.fix}.</MessageBarBody>
    </MessageBar>
  );

function Installation(): ReactNode {
  const { status, value, message } = useSystemInfo();
  if (status === "loading") return <Spinner size="tiny" label="Asking the services" />;
  if (value === null) return <p className={styles.text}>{message}</p>;
  return (
    <>
      <Section title="Run library">
        <FactList columns facts={libraryFacts(value)} />
        <p className={styles.text}>
          Runs, opened logs and settings are kept in this one file. Deleted runs leave it at the
          next start.
        </p>
      </Section>
      <Section title="Reports">
        <PdfState pdf={value.pdf} />
      </Section>
      <Section title="Versions and machine">
        {value.engine === null && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              The engine cannot be loaded, so nothing can be run; runs and logs can still be opened.
              Build it again with npm run build, or install Snapscope anew.
            </MessageBarBody>
          </MessageBar>
        )}
        <FactList columns facts={versionFacts(value)} />
      </Section>
    </>
  );
}

export default function SettingsScreen(): ReactNode {
  useStatus({ left: ["Saved automatically"], right: ["? all keys"] });
  return (
    <div className={styles.screen}>
      <Section title="Theme">
        <ThemeChoice />
      </Section>
      <Installation />
      <Section title="Keyboard">
        <SingleKeys />
        <ShortcutTable />
      </Section>
    </div>
  );
}
