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
} from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import type { DeviceDescription } from "../../../app/contract/device.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { usualRepeats } from "../../../app/contract/study.ts";
import { recommendedVariation } from "../../../app/domain/advisor/recommended-variation.ts";
import { devicesBySpeed, devicesToAsk } from "../../../app/domain/comparison/device-speed.ts";
import { canMeasure, metricName, mostMetrics } from "../../../app/domain/comparison/run-metrics.ts";
import {
  type DeviceVariation,
  deviceVariations,
  presentDevice,
  type Variation,
  variationsOf,
} from "../../../app/domain/comparison/variations.ts";
import { neededRepeats } from "../../../app/domain/studies/needed-repeats.ts";
import { RepeatsField } from "../../components/compare/RepeatsField.tsx";
import {
  type AskedComparison,
  askComparison,
  useAskedComparison,
} from "../../state/comparison/compare-with.ts";
import { startStudy } from "../../state/comparison/studies.ts";
import { useVolumeFigures } from "../../state/experiments/device-figures.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareWithDialog.module.css";

/** Real runs take their time, one after the other. */
const usualRealRepeats = 4;

const metrics = [
  { id: "throughput", title: "Throughput" },
  { id: "p99", title: "Response time, p99" },
  { id: "creation", title: "Creation of the first snapshot" },
  { id: "indexBuild", title: "First index build" },
  { id: "backup", title: "First backup" },
  { id: "restore", title: "First restore" },
  { id: "tableScan", title: "First table scan" },
] as const;

/** What the scenario cannot have is not asked about. */
function metricsOf(scenario: Scenario) {
  const isIts = canMeasure(scenario);
  return metrics.filter(({ id }) => isIts(id));
}

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
  const present = useMemo(() => presentDevice(scenario), [scenario]);
  // Two sides, with all that is told of beside what is asked about.
  const needed = useMemo(() => neededRepeats(2, mostMetrics(scenario) - 1), [scenario]);
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
    });
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
            <Field label="What should change?">
              <RadioGroup value={chosen} onChange={(_, { value }) => choose(value)}>
                {variations.map(({ id, title }) => (
                  <Radio key={id} value={id} label={title} />
                ))}
                <Radio value={otherDevice} label="Another device" />
              </RadioGroup>
            </Field>
            {chosen === otherDevice && (
              <DeviceField {...{ present, devices, device }} choose={setDevice} />
            )}
            <div className={styles.row}>
              <RepeatsField
                repeats={repeats}
                needed={needed}
                metric={metricName(primary)}
                change={setRepeats}
              />
              <Field
                label="Main question"
                hint="tested at full strength; other metrics are corrected for multiple testing"
              >
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

interface DeviceFieldProps {
  /** Null: files of this machine, of whose speed nothing is known. */
  readonly present: DeviceDescription | null;
  readonly devices: readonly DeviceVariation[];
  readonly device: string;
  choose(device: string): void;
}

/** The fastest first, as soon as their models have said what they can do. */
function DeviceField({ present, devices, device, choose }: DeviceFieldProps): ReactNode {
  const asked = useMemo(() => devicesToAsk(present, devices), [present, devices]);
  const { figures } = useVolumeFigures(asked);
  return (
    <Field
      label="Device"
      hint="reads of 8 KB at random: a second with many under way, and of one alone"
    >
      <Select value={device} onChange={(_, { value }) => choose(value)}>
        {devicesBySpeed(devices, figures).map((group) => (
          <optgroup key={group.title} label={group.title}>
            {group.devices.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}
