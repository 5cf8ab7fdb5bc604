// The command that asks one finding again, complete as typed: secrets come from the environment.
import type { CliArgs, Report } from './report.ts';

const COMMAND = 'npx hosting-contract conform';

/**
 * One line for a shell. What was typed as a secret is taken from the variables of the curl lines.
 * @param jsonFile where the JSON report stands; without one the whole run is narrowed to the finding instead
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

/** A word as a shell takes it. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
