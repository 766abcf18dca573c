/** Protection plans that come with the program. They are imported, not read, so that the page has them too. */
import paper2011 from "../../assets/plans/paper-2011.json" with { type: "json" };
import { type ProtectionPlan, parsePlan } from "./protection-plan.ts";

const presets: Readonly<Record<string, unknown>> = { "paper-2011": paper2011 };

export const planPresetNames = Object.keys(presets);

/** Null: there is none of this name. */
export function planPreset(name: string): ProtectionPlan | null {
  const raw = presets[name];
  if (raw === undefined) return null;
  const plan = parsePlan(raw, `plan ${name}`);
  // They come with the program, and a test parses each.
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}
