/** Shows parts of the form over a draft of their own, and tells what becomes of it. */
import { type ReactNode, useState } from "react";
import { onTestFinished } from "vitest";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import type { Path } from "../../../../app/contract/schema-path.ts";
import type { Sweep } from "../../../../app/contract/sweep.ts";
import { type Draft, draftOf } from "../../../../app/domain/scenario-form/draft.ts";
import {
  type FieldIssue,
  issuesByPlace,
  issuesOf,
} from "../../../../app/domain/scenario-form/issues.ts";
import { show } from "../../../components/testing/render.tsx";
import { DesignerContext } from "../designer-context.ts";

interface Shown {
  /** The draft as it is now. */
  readonly draft: () => Draft;
  readonly scenario: () => Scenario;
  /** Changes the draft as another part of the page would. */
  readonly edit: (change: (draft: Draft) => Draft) => void;
}

export function showDesigner(
  base: Scenario,
  parts: (issues: readonly FieldIssue[]) => ReactNode,
  askSweep: (path: Path) => void = () => undefined,
  sweep: Sweep | null = null,
): Shown {
  // Where labels are placed, fonts are waited for.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, "fonts"));
  let latest = draftOf(base);
  let edit: Shown["edit"] = () => undefined;
  function Harness(): ReactNode {
    const [draft, setDraft] = useState(latest);
    latest = draft;
    edit = setDraft;
    const issues = issuesOf(draft.present);
    return (
      <DesignerContext
        value={{ draft, problems: issuesByPlace(issues), sweep, edit: setDraft, askSweep }}
      >
        {parts(issues)}
      </DesignerContext>
    );
  }
  show(<Harness />);
  return {
    draft: () => latest,
    scenario: () => latest.present.scenario,
    edit: (change) => edit(change),
  };
}
