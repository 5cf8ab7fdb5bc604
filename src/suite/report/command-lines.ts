// Formats an exchange as one curl command that can be run again, and the command lines that replay a finding or clean up, with
// shell variables in place of secrets.

import { redactHeader } from '../../redaction/redact.ts';
import { isSecretHeader } from '../../redaction/secret-names.ts';
import type { Exchange } from '../model/exchange.ts';
import { credentialNames } from '../model/target.ts';
import {
  FROM_REQUEST_PREFIX,
  marked,
  type Secrets,
  VARIABLE_MARK,
  variableName,
} from '../redaction/secrets.ts';
import type { CliArgs, Report } from './report.ts';

/** The headers that curl sends by itself. */
export const HEADERS_SET_BY_CURL: ReadonlySet<string> = new Set([
  'user-agent',
  'accept-encoding',
  'content-length',
  'host',
  'connection',
]);

/** Formats a request as one curl command: `curl -i -X POST 'https://…' -H "Authorization: Bearer $TENANT_A_TOKEN"`. */
export function curlCommand(exchange: Exchange, secrets: Secrets): string {
  const { method, url, headers, body } = exchange.request;
  // Several credentials may have the same password; the variable is named after the credential that logs in.
  const owner = (body === null ? undefined : secrets.credentialInBody(body)) ?? variableName(exchange.caller);
  const header = (name: string, value: string): string => {
    if (name === 'authorization') {
      const isConfigured = credentialNames.some((one) => one === exchange.caller);
      return redactHeader(
        name,
        value,
        marked(`${variableName(exchange.caller)}${isConfigured ? '_TOKEN' : ''}`),
      );
    }
    const shown = secrets.markSecrets(value, owner);
    // Of several cookies only some may be known as secrets.
    const isHidden = isSecretHeader(name) && (/^cookie/i.test(name) || !shown.includes(VARIABLE_MARK));
    return isHidden ? marked(`${FROM_REQUEST_PREFIX}${variableName(name)}`) : shown;
  };
  const quote = (text: string): string => shellQuoted(text, quotedOnOneLine);
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quote(secrets.markUrl(url, owner)),
    ...Object.entries(headers)
      .filter(([name]) => !HEADERS_SET_BY_CURL.has(name))
      .map(([name, value]) => `-H ${quote(`${name}: ${header(name, value)}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(secrets.markSecrets(body, owner))}`]),
  ].join(' ');
}

/** Lists the shell variables that curl commands need: `export TENANT_A_TOKEN=…  # token or API key of tenantA`. */
export function shellExports(commands: readonly string[]): string[] {
  const names = new Set(
    commands.flatMap((line) => [...line.matchAll(/"\$([A-Z][A-Z0-9_]*)"/g)].map(([, name = '']) => name)),
  );
  return [...names].sort().map((name) => `export ${name}=…  # ${describeVariable(name)}`);
}

function describeVariable(name: string): string {
  const credential = credentialNames.find((credentialName) =>
    name.startsWith(`${variableName(credentialName)}_`),
  );
  const rest = credential === undefined ? '' : name.slice(variableName(credential).length + 1);
  if (rest === 'TOKEN') return `API key of ${credential}, or the token of a log-in as it`;
  if (rest === 'PASSWORD') return `password of ${credential}`;
  if (rest === 'TOTP_SECRET') return `totpSecret of ${credential}`;
  if (name.startsWith('HEADERS_')) return 'a header that the target file gives';
  if (name === 'SENT_TOTP_CODE') return 'a one-time code, as the request needs it: right, wrong or used';
  if (name.startsWith('SENT_')) return `the ${name.slice(5).toLowerCase()} that was sent; it is not kept`;
  return 'a credential that was sent; it is not kept';
}

const singleQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a text for a shell. Names between variable marks become double-quoted variables. */
export function shellQuoted(text: string, quote = singleQuoted): string {
  const parts = text
    .split(VARIABLE_MARK)
    .map((part, at) => (at % 2 === 1 ? `"$${part}"` : part === '' ? '' : quote(part)));
  return parts.join('') || "''";
}

/** Quotes a text as `'…'`, or as `$'…\\n…'` (POSIX.1-2024), so that it can be pasted as one line. */
function quotedOnOneLine(text: string): string {
  if (!/\p{Cc}/u.test(text)) return singleQuoted(text);
  const escaped = text.replace(/[\\'\p{Cc}]/gu, (c) => {
    if (c === '\n') return '\\n';
    if (c === '\\' || c === "'") return `\\${c}`;
    return [...Buffer.from(c)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  });
  return `$'${escaped}'`;
}

const COMMAND = 'npx hosting-contract conform';

/** @param jsonFile path of the JSON report; without it, the command runs the suite again, limited to the finding */
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
