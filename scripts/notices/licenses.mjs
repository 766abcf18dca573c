// Which licences may go into a program under the MIT licence: those that ask for their notice to be
// repeated, or for nothing.
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** `expression` is SPDX, such as "(MIT OR GPL-3.0)": of alternatives one will do, else all must. */
export function isCompatible(expression) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const alternatives = () => {
    let result = conjunction();
    while (tokens[at] === "OR") {
      at += 1;
      result = conjunction() || result;
    }
    return result;
  };
  const conjunction = () => {
    let result = single();
    while (tokens[at] === "AND") {
      at += 1;
      result = single() && result;
    }
    return result;
  };
  const single = () => {
    const token = tokens[at];
    at += 1;
    if (token !== "(") return allowed.has(token);
    const result = alternatives();
    at += 1;
    return result;
  };
  const result = alternatives();
  // What is left over was no expression.
  return result && at === tokens.length;
}
