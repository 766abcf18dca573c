/**
 * Node runs TypeScript as it is, but for JSX, in which the charts and the HTML of a report are written:
 * that is compiled as it is loaded. Only where the command line runs from its sources; what is built
 * needs none of it.
 */
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** React says what is wrong with a page in development; who writes a report cannot mend it. */
process.env.NODE_ENV ??= "production";

const require = createRequire(import.meta.url);

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".tsx")) return next(url, context);
    const { transformSync } = require("rolldown/utils") as typeof import("rolldown/utils");
    const file = fileURLToPath(url);
    const jsx = { runtime: "automatic", development: false } as const;
    const { code, errors } = transformSync(file, readFileSync(file, "utf8"), { jsx });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(String).join("; ")}`);
    return { format: "module", source: code, shortCircuit: true };
  },
});
