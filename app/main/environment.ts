/** What of the surroundings of its start the application heeds. */

/** SNAPSCOPE_ADDON: the library that engines load as code. */
const ofDevelopers = ["SNAPSCOPE_ADDON"];

/**
 * The environment of the services. A packaged application runs its own code and nothing else, whoever
 * has set a variable: that is what its signature says.
 */
export function servicesEnvironment(
  environment: NodeJS.ProcessEnv,
  isPackaged: boolean,
): NodeJS.ProcessEnv {
  if (!isPackaged) return environment;
  return Object.fromEntries(
    // Windows takes the names of variables in any case.
    Object.entries(environment).filter(([name]) => !ofDevelopers.includes(name.toUpperCase())),
  );
}
