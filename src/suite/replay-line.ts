// The command that asks one finding again, complete as typed: secrets come from the environment.
import type { Report } from './report.ts';

/** What was typed for the run that its replay needs as well. */
export type Typed = {
  config?: string | undefined;
  email?: string | undefined;
  /** a secret was typed as this flag; it is not repeated */
  token?: boolean;
  apiKey?: boolean;
  insecure?: boolean | undefined;
  allow?: readonly string[] | undefined;
  self?: boolean | undefined;
};

const COMMAND = 'npx hosting-contract conform';

/**
 * One line for a shell. What was typed as a secret is taken from the variables of the curl lines.
 * @param jsonFile where the JSON report stands; without one the whole run is narrowed to the finding instead
 */
export function replayLine(
  id: string,
  report: Report,
  jsonFile: string | undefined,
  typed: Typed = {},
): string {
  const { config, email, token, apiKey, insecure, allow = [], self } = typed;
  const secret = token
    ? 'HOSTING_CONTRACT_TOKEN="$TENANT_A_TOKEN" '
    : apiKey
      ? 'HOSTING_CONTRACT_API_KEY="$TENANT_A_TOKEN" '
      : email !== undefined
        ? 'HOSTING_CONTRACT_PASSWORD="$TENANT_A_PASSWORD" '
        : '';
  const flags = [
    ...(self ? ['--self'] : []),
    ...(config === undefined ? [] : [`--config ${word(config)}`]),
    ...(email === undefined ? [] : [`--email ${word(email)}`]),
    ...(insecure ? ['--insecure'] : []),
    ...allow.map((one) => `--allow ${one}`),
  ];
  if (jsonFile !== undefined) {
    return [`${secret}${COMMAND} replay ${word(id)} --from ${word(jsonFile)}`, ...flags].join(' ');
  }
  const { target, profile, mode, seed } = report;
  const where = self ? [] : [word(target.baseUrl)];
  const [only = id] = id.split('@');
  return [
    `${secret}${COMMAND}`,
    ...where,
    ...flags,
    `--only ${word(only)} --profile ${profile} --mode ${mode} --seed ${seed}`,
  ].join(' ');
}

/** A word as a shell takes it. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
