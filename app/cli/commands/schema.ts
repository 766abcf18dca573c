/** `snapscope schema`: the contract as JSON Schema. */
import { jsonSchema, type SchemaName, schemaNames } from "../../contract/json-schemas.ts";
import { failure } from "../../contract/result.ts";
import { printResult, reportFailure } from "../console.ts";

const isSchemaName = (name: string): name is SchemaName =>
  schemaNames.some((known) => known === name);

export function schemaCommand(name: string): void {
  if (isSchemaName(name)) {
    printResult(JSON.stringify(jsonSchema(name), null, 2));
    return;
  }
  reportFailure(
    failure(
      "badInput",
      `schema: ${JSON.stringify(name)} is not known; allowed: ${schemaNames.join(", ")}`,
    ).error,
  );
}
