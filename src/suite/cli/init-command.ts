// The command `conform init`: looks at a target with read-only calls and writes a target file.
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { escapeConsoleLine } from '../formats/escape.ts';
import { type TargetDraft, targetFileJson, targetFileModule } from '../formats/target-file.ts';
import type { Catalogue } from '../model/define.ts';
import type { Found, Look } from '../model/found.ts';
import { defined } from '../model/objects.ts';
import { UsageError } from '../model/outcome.ts';
import type { CredentialConfig, TargetConfig } from '../model/target-config.ts';
import { adviceForPlan, type SentenceAdvice } from '../plan/lacks.ts';
import type { Report } from '../report/report.ts';
import { conform } from '../run/conform.ts';
import { planRun } from '../run/options.ts';
import { type Environment, type TargetFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import type { CommandDeps } from './run-and-report.ts';

/** The flags of `conform init`. */
export type InitFlags = Omit<TargetFlags, 'config'> & { out?: string; force?: boolean };

const DEFAULT_FILE = 'target.config.mjs';
const UNREACHABLE = 3;
const REFUSED = 4;

/**
 * `conform init <base-url>`: logs in, sends GET requests only, and writes a target file. The file names environment
 * variables in place of secrets.
 * @returns 0, 2 for a wrong call or a file that exists, 3 when nothing answers, 4 when the credential is refused
 */
export function initCommand(
  baseUrl: string,
  flags: InitFlags,
  io: Io,
  deps: CommandDeps & { look: () => Promise<(requirement: string) => Look> },
): Promise<number> {
  return withExitCode(io, async () => {
    const { out = DEFAULT_FILE, force = false } = flags;
    if (!/\.(json|[cm]?[jt]s)$/.test(out))
      throw new UsageError(`--out ${out}: a target file is a module (.mjs, .js, .ts) or .json`);
    if (!force && existsSync(out))
      throw new UsageError(`${out} exists: name another file with --out, or give --force`);
    const target = await withCredential(await targetFromFlags(baseUrl, flags, io.env), io);
    const catalogue = await deps.catalogue();
    const { found, failure } = await lookAt(target, catalogue, (await deps.look())('look'), io);
    if (failure) {
      io.stderr.write(`error: ${escapeConsoleLine(failure.message)}\n`);
      return failure.code;
    }
    const config = draftConfig(target, found);
    const advice = adviceForDraft(target, config, catalogue, io.env);
    const draft: TargetDraft = { config, found, advice: advice.advice };
    writeFileSync(
      out,
      out.endsWith('.json') ? targetFileJson(draft) : targetFileModule(draft, basename(out)),
      {
        flag: force ? 'w' : 'wx',
      },
    );
    io.stdout(summaryText(out, config, found, advice));
    return 0;
  });
}

/** Returns the target with a credential, which is asked for on a terminal. @throws UsageError when none is given */
async function withCredential(target: TargetConfig, io: Io): Promise<TargetConfig> {
  if (target.credentials?.tenantA) return target;
  if (!io.ask)
    throw new UsageError(
      'give a credential of a tenant: --email with HOSTING_CONTRACT_PASSWORD (or --password), or HOSTING_CONTRACT_API_KEY (or --api-key), or HOSTING_CONTRACT_TOKEN (or --token)',
    );
  const email = await io.ask('E-mail address of a user of a test tenant (empty: an API key): ');
  const tenantA: CredentialConfig =
    email === ''
      ? { apiKey: await io.ask('API key: ', { secret: true }) }
      : { email, password: await io.ask('Password: ', { secret: true }) };
  return { ...target, credentials: { tenantA } };
}

async function lookAt(
  target: TargetConfig,
  { credentialProbes }: Catalogue,
  look: Look,
  io: Io,
): Promise<{ found: Found; failure?: { code: number; message: string } }> {
  const report = await conform({
    target,
    catalogue: {
      requirements: { look: { heading: 'conform init', basis: 'chosen', says: 'The target answers.' } },
      checks: [...look.checks],
      rules: [],
      credentialProbes,
      undo: {},
    },
    mode: 'read-only',
    env: io.env,
    onExchange: look.note,
    signal: io.signal,
  });
  const found = look.found();
  if (report.verdict === 'unreachable')
    return { found, failure: { code: UNREACHABLE, message: report.reasons.join('; ') } };
  if (!found.replies.some(({ status }) => status !== null && status !== 401 && status !== 404))
    return {
      found,
      failure: { code: REFUSED, message: `no file was written: ${refusalReason(report, found)}` },
    };
  return { found };
}

/** Returns why nothing was read: the credentials, or the address when every read was answered with 404. */
function refusalReason({ results, reasons, target }: Report, { replies }: Found): string {
  const rejected = results.find(({ id }) => id === 'suite/credentials');
  if (rejected) return rejected.message;
  if (replies.some(({ status }) => status === 404))
    return `every read was answered with 404. Is ${target.baseUrl} where the API is?`;
  return reasons.join('; ') || 'the target refused the credential';
}

/** Returns the members of the target file that are in force: secrets are replaced by names of environment variables. */
function draftConfig({ baseUrl, credentials, insecure }: TargetConfig, found: Found): TargetDraft['config'] {
  const { customerId, skuId, replies } = found;
  const lists = replies.filter(({ operation, status }) => status === 200 && operation.startsWith('list'));
  const pointers = new Set(lists.map(({ items, pointer }) => (items === undefined ? pointer : undefined)));
  const [pointer] = pointers;
  const items = pointers.size === 1 ? pointer : undefined;
  const values = defined({ skuId: skuId?.value, customerId: customerId?.value });
  return {
    ...defined({ baseUrl }),
    credentials: { tenantA: withoutSecrets(credentials?.tenantA ?? {}) },
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(items === undefined ? {} : { lists: { items } }),
    ...(insecure ? { insecure } : {}),
  };
}

function withoutSecrets({ token, apiKey, email }: CredentialConfig): CredentialConfig {
  if (token !== undefined) return { token: { env: 'HOSTING_CONTRACT_TOKEN' } };
  if (apiKey !== undefined) return { apiKey: { env: 'HOSTING_CONTRACT_API_KEY' } };
  return { ...(email === undefined ? {} : { email }), password: { env: 'HOSTING_CONTRACT_PASSWORD' } };
}

function adviceForDraft(
  target: TargetConfig,
  config: TargetDraft['config'],
  catalogue: Catalogue,
  env: Environment,
): SentenceAdvice {
  const mode = 'full';
  const planned = planRun({
    target: { ...config, credentials: target.credentials ?? {} },
    catalogue,
    env,
    mode,
  });
  return adviceForPlan(catalogue, planned.selection, { mode, allow: [], target: planned.target });
}

function summaryText(
  out: string,
  { credentials }: TargetDraft['config'],
  { replies }: Found,
  { total, judged, advice }: SentenceAdvice,
): string {
  const [first] = advice;
  const variables = Object.values(credentials?.tenantA ?? {}).flatMap((secret) =>
    typeof secret === 'object' && 'env' in secret ? [secret.env] : [],
  );
  const answered = replies.filter(({ status }) => status === 200).length;
  return [
    `${out} is written: ${answered} of ${replies.length} reads were answered 200`,
    `before a run: export ${variables.join(' and ')}`,
    `a run in --mode full can judge ${judged} of ${total} stated sentences${first ? `; what adds most: ${first.hint}` : ''}`,
    `next: npx hosting-contract conform doctor --config ${out}`,
    '',
  ]
    .map((line) => escapeConsoleLine(line))
    .join('\n');
}
