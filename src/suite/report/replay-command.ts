// Builds the command line that replays one finding, with secrets taken from the environment.
import { shellQuoted } from './curl.ts';
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
  cliArgs: CliArgs = report.called ?? {},
): string {
  const { allow = [], self } = cliArgs;
  const secret = secretVariable(cliArgs);
  const flags = [
    ...(self ? ['--self'] : []),
    ...targetFlags(cliArgs),
    ...allow.map((one) => `--allow ${one}`),
  ];
  if (jsonFile !== undefined) {
    // The target file may name another base URL than the run had.
    const where = cliArgs.config === undefined ? '' : ` ${shellWord(report.target.baseUrl)}`;
    const command = `${secret}${COMMAND} replay ${shellWord(id)}${where} --from ${shellWord(jsonFile)}`;
    return [command, ...flags].join(' ');
  }
  const { target, profile, requirements, mode, seed } = report;
  const baseUrl = self ? [] : [shellWord(target.baseUrl)];
  const [idPrefix = id] = id.split('@');
  return [
    `${secret}${COMMAND}`,
    ...baseUrl,
    ...flags,
    `--only ${shellWord(idPrefix)} --profile ${profile}${requirements ? ` --requirements ${requirements}` : ''} --mode ${mode} --seed ${seed}`,
  ].join(' ');
}

/** Builds the command line that undoes what the ledger of a run still lists. @param ledger path of the file */
export const cleanUpCommandLine = (
  ledger: string,
  { target }: { target: Pick<Report['target'], 'baseUrl'> },
  cliArgs: CliArgs = {},
): string =>
  [
    `${secretVariable(cliArgs)}${COMMAND} cleanup ${shellWord(target.baseUrl)} --ledger ${shellWord(ledger)}`,
    ...targetFlags(cliArgs),
  ].join(' ');

/**
 * Returns the assignment of the environment variable for a secret that was given as a flag. A shell in which the
 * variable is not set says so and runs nothing.
 */
function secretVariable({ token, apiKey, email }: CliArgs): string {
  if (!token && !apiKey && email === undefined) return '';
  const variable = `HOSTING_CONTRACT_${token ? 'TOKEN' : apiKey ? 'API_KEY' : 'PASSWORD'}`;
  return `${variable}="\${${variable}:?of tenantA}" `;
}

const targetFlags = ({ config, openapi, email, insecure }: CliArgs): string[] => [
  ...(openapi === undefined ? [] : [`--openapi ${shellWord(openapi)}`]),
  ...(config === undefined ? [] : [`--config ${shellWord(config)}`]),
  ...(email === undefined ? [] : [`--email ${shellWord(email)}`]),
  ...(insecure ? ['--insecure'] : []),
];

const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));
