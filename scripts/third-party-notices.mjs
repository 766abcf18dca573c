// Writes THIRD-PARTY-NOTICES.txt for the built app in out/; fails when a licence does not go with
// the project's own.
//
//   node scripts/third-party-notices.mjs
import { writeFileSync } from "node:fs";
import { inRoot } from "./bootstrap/paths.mjs";
import { collectComponents, incompatible, noticesText } from "./notices/collect.mjs";

const components = collectComponents();
const refused = incompatible(components);
for (const { name, version, license } of refused) {
  console.error(`${name} ${version}: licence ${license} does not go with MIT`);
}
writeFileSync(inRoot("out", "THIRD-PARTY-NOTICES.txt"), noticesText(components));
console.error(`notices of ${components.length} components written to out/THIRD-PARTY-NOTICES.txt`);
process.exitCode = refused.length === 0 ? 0 : 1;
