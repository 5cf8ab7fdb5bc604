// Builds the command line that replays one finding, with secrets taken from the environment.
import type { CliArgs, Report } from './report.ts';

const COMMAND = 'npx hosting-contract conform';

/**
 * Builds the command line that replays one finding. A secret that was given as a flag is taken from the shell
 * variable that curl lines use.
 * @param jsonFile path of the JSON report; when left out, the command runs the suite again, limited to the finding
 */
export function replayCommandLine(
  id: string,
  report: Report,
  jsonFile: string | undefined,
  cliArgs: CliArgs = {},
): string {
  const { config, email, token, apiKey, insecure, allow = [], self } = cliArgs;
  const secret = token
    ? 'HOSTING_CONTRACT_TOKEN="$TENANT_A_TOKEN" '
    : apiKey
      ? 'HOSTING_CONTRACT_API_KEY="$TENANT_A_TOKEN" '
      : email !== undefined
        ? 'HOSTING_CONTRACT_PASSWORD="$TENANT_A_PASSWORD" '
        : '';
  const flags = [
    ...(self ? ['--self'] : []),
    ...(config === undefined ? [] : [`--config ${shellWord(config)}`]),
    ...(email === undefined ? [] : [`--email ${shellWord(email)}`]),
    ...(insecure ? ['--insecure'] : []),
    ...allow.map((one) => `--allow ${one}`),
  ];
  if (jsonFile !== undefined) {
    return [`${secret}${COMMAND} replay ${shellWord(id)} --from ${shellWord(jsonFile)}`, ...flags].join(' ');
  }
  const { target, profile, mode, seed } = report;
  const baseUrl = self ? [] : [shellWord(target.baseUrl)];
  const [idPrefix = id] = id.split('@');
  return [
    `${secret}${COMMAND}`,
    ...baseUrl,
    ...flags,
    `--only ${shellWord(idPrefix)} --profile ${profile} --mode ${mode} --seed ${seed}`,
  ].join(' ');
}

/** Quotes a word for a shell when it contains characters that require quotes. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
