/** The recovery interval, which both the question and the form ask for: its name alone tells nobody what it does. */
import type { ReactNode } from "react";
import type { FieldLook } from "./FieldFrame.tsx";
import { NumberField } from "./NumberField.tsx";

const help =
  "once recovery would have so much to redo, an automatic checkpoint begins; what became dirty since, a creation writes";

export const RecoveryIntervalField = ({ level }: Pick<FieldLook, "level">): ReactNode => (
  <NumberField path={["server", "recoveryIntervalSeconds"]} help={help} level={level} />
);
