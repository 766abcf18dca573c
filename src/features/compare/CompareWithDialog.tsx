/** "Compare with...": what of an experiment is to differ, how often it runs, and what is asked about. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Radio,
  RadioGroup,
  Select,
  SpinButton,
} from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import { failure } from "../../../app/contract/result.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { mostRepeats, usualRepeats } from "../../../app/contract/study.ts";
import { recommendedVariation } from "../../../app/domain/advisor/recommended-variation.ts";
import {
  deviceVariations,
  type Variation,
  variationsOf,
} from "../../../app/domain/comparison/variations.ts";
import {
  type AskedComparison,
  askComparison,
  useAskedComparison,
} from "../../state/comparison/compare-with.ts";
import { startStudy } from "../../state/comparison/studies.ts";
import { messageOf } from "../../state/services/services.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareWithDialog.module.css";

/** Real runs take their time, one after the other. */
const usualRealRepeats = 4;

/** `of`: commands without one of which a run has no such number; none: it always has it. */
const metrics = [
  { id: "throughput", title: "Throughput", of: [] },
  { id: "p99", title: "Response time, p99", of: [] },
  { id: "creation", title: "Creation of the first snapshot", of: ["createSnapshot"] },
  { id: "indexBuild", title: "First index build", of: ["rebuildIndex", "createIndex"] },
  { id: "backup", title: "First backup", of: ["backup"] },
  { id: "restore", title: "First restore", of: ["restore"] },
] as const;

/** What the scenario cannot have is not asked about. */
const metricsOf = ({ timeline, commands }: Scenario) => {
  const given = new Set<string>([...timeline, ...commands].map(({ command }) => command.kind));
  return metrics.filter(({ of }) => of.length === 0 || of.some((kind) => given.has(kind)));
};

const otherDevice = "device";

/** Whoever asks for it, from any screen. */
export default function CompareWithDialog(): ReactNode {
  const asked = useAskedComparison((state) => state.asked);
  return asked === null ? null : <Questions {...asked} close={() => askComparison(null)} />;
}

interface QuestionsProps extends AskedComparison {
  close(): void;
}

function Questions({ scenario, origin, recommendation, close }: QuestionsProps): ReactNode {
  const openCompare = useNavigation((state) => state.openCompare);
  const variations = useMemo(
    () => [
      ...(recommendation === null ? [] : [recommendedVariation(recommendation)]),
      ...variationsOf(scenario, origin),
    ],
    [scenario, origin, recommendation],
  );
  const devices = useMemo(() => deviceVariations(scenario), [scenario]);
  const [chosen, choose] = useState(variations[0]?.id ?? otherDevice);
  const [device, setDevice] = useState(devices[0]?.id ?? "");
  const [repeats, setRepeats] = useState(
    scenario.mode === "real" ? usualRealRepeats : usualRepeats,
  );
  const [primary, setPrimary] = useState<string>(recommendation?.promise.metric ?? metrics[0].id);
  const [starting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const variation =
    chosen === otherDevice
      ? devices.find(({ id }) => id === device)
      : variations.find(({ id }) => id === chosen);

  const start = async ({ title, base, variant }: Variation): Promise<void> => {
    setStarting(true);
    setRefusal(null);
    const started = await startStudy({
      name: `${scenario.name}: ${title}`.slice(0, 100),
      base: { ...scenario },
      points: [base, variant].map(({ name, settings }) => ({ name, settings: [...settings] })),
      repeats,
      primary,
    }).catch((error: unknown) => failure("protocol", messageOf(error)));
    setStarting(false);
    if (!started.ok) return setRefusal(started.error.message);
    close();
    openCompare({
      sides: [base, variant].map(({ name }, point) => ({ name, recordings: [], point })),
      studyId: started.value.studyId,
      primary,
      align: "analysis",
    });
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Compare with…</DialogTitle>
          <DialogContent className={styles.fields ?? ""}>
            <Field label="What is to differ">
              <RadioGroup value={chosen} onChange={(_, { value }) => choose(value)}>
                {variations.map(({ id, title }) => (
                  <Radio key={id} value={id} label={title} />
                ))}
                <Radio value={otherDevice} label="Another device" />
              </RadioGroup>
            </Field>
            {chosen === otherDevice && (
              <Field label="Device">
                <Select value={device} onChange={(_, { value }) => setDevice(value)}>
                  {devices.map(({ id, variant }) => (
                    <option key={id} value={id}>
                      {variant.name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            <div className={styles.row}>
              <Field
                label="Runs of each"
                hint={
                  repeats < 6
                    ? "Fewer than 6 cannot prove anything"
                    : "from the same seeds, in pairs"
                }
              >
                <SpinButton
                  min={1}
                  max={mostRepeats}
                  value={repeats}
                  onChange={(_, { value, displayValue }) => {
                    const next = value ?? Number(displayValue);
                    if (Number.isInteger(next) && next >= 1 && next <= mostRepeats) {
                      setRepeats(next);
                    }
                  }}
                />
              </Field>
              <Field label="Asked about" hint="named now, so that it needs no correction">
                <Select value={primary} onChange={(_, { value }) => setPrimary(value)}>
                  {metricsOf(scenario).map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            <p className={styles.words} role={refusal === null ? "status" : "alert"}>
              {refusal ??
                (scenario.mode === "real"
                  ? `${2 * repeats} runs on this machine’s disks, one after the other, base and new in turns.`
                  : `${2 * repeats} runs, as many at a time as there are processors and memory for.`)}
            </p>
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button
              appearance="primary"
              disabled={variation === undefined || starting}
              onClick={() => variation !== undefined && void start(variation)}
            >
              {starting ? "Starting…" : "Run and compare"}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
