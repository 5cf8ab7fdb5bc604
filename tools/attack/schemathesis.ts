// Runs all phases of Schemathesis against a mock process, and compares its failures with the table of deliberate
// failure classes.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installSchemathesis } from '../peers/install.ts';
import { execute } from '../peers/run.ts';
import { CACHE } from '../peers/tool.ts';
import { type MockServer, startMock } from './mock-server.ts';
import { Findings, type Try } from './model.ts';
import { deliberateFailures } from './schemathesis-classes.ts';
import { lastWords } from './shared-mock.ts';

const ST = join(CACHE, 'venv/bin/st');
const DOCUMENT = fileURLToPath(new URL('../../openapi/dist/openapi.json', import.meta.url));
/** Time limit of a Schemathesis run in milliseconds; a normal run takes two minutes. */
const PATIENCE = 900_000;

type Report = {
  failures: { code: string; title: string; operations: string[] }[];
  errors: unknown[];
  test_cases: { generated: number; unique_failures: number };
  complete: boolean;
};

export type Generated = { tries: Try[]; missing: string | null; lines: string[] };

/**
 * Runs Schemathesis.
 * @returns in `missing` the reason why it could not run; in `lines` its failures, one line for each class
 */
export async function runSchemathesis(seed: number): Promise<Generated> {
  const missing = installSchemathesis();
  if (missing !== null) return { tries: [], missing, lines: [] };
  const folder = mkdtempSync(join(tmpdir(), 'attack-'));
  const began = performance.now();
  const findings = new Findings();
  const lines: string[] = [];
  const mock = await startMock({ flags: ['--clock', 'now', '--lifecycle', 'immediate'] });
  try {
    writeFileSync(join(folder, 'schemathesis.toml'), await configOf(mock));
    const out = join(folder, 'report.json');
    const { late } = await execute(
      [
        ST,
        ...['--config-file', 'schemathesis.toml', 'run', DOCUMENT, '--url', `http://${mock.authority}/v1`],
        ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '20', '--seed', String(seed)],
        ...[
          '--continue-on-failure',
          '--no-shrink',
          '--request-timeout',
          '10',
          '--report',
          'json',
          '--report-json-path',
          out,
        ],
      ],
      folder,
      PATIENCE,
    );
    if (late) findings.add('hang', `Schemathesis did not end within ${PATIENCE / 1000} s`);
    else if (!existsSync(out)) findings.add('wrong', 'Schemathesis ended without a report');
    else {
      const log = readFileSync(join(folder, 'output.log'), 'utf8');
      lines.push(...judge(JSON.parse(readFileSync(out, 'utf8')) as Report, log, findings));
    }
    const me = await mock
      .call('/v1/auth/me', { headers: { authorization: `Bearer ${mock.owner.token}` } })
      .catch(() => null);
    if (me !== null && me.status !== 200)
      lines.push(`The owner's session ended during the run (${me.status}): what came after it was refused.`);
    // Schemathesis may revoke the API key that this call uses, so a reply of any status shows that the mock still serves.
    if (me === null) findings.add('hang', 'GET /v1/auth/me is not answered');
    const ended = mock.process.ended();
    if (ended !== null)
      findings.add('crash', `the mock ended with ${ended}: ${lastWords(mock.process.stderr())}`);
  } finally {
    await mock.process.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = (performance.now() - began) / 1000;
  const { verdict, notes } = findings;
  return {
    tries: [{ id: 'schemathesis/all-phases', verdict, notes, rssMb: mock.process.peakMb(), seconds }],
    missing: null,
    lines,
  };
}

function judge(
  { failures, errors, test_cases: cases, complete }: Report,
  log: string,
  findings: Findings,
): string[] {
  const lines = [`Schemathesis: ${cases.generated} cases, ${cases.unique_failures} different failures`];
  for (const { code, title, operations } of failures) {
    const known = deliberateFailures.find((one) => one.code === code);
    const unexpected = known ? operations.filter((one) => !known.operations.test(one)) : operations;
    lines.push(
      `  ${code} ${title}: ${operations.length} operations${known ? `; deliberate: ${known.reason}` : ''}`,
    );
    for (const operation of unexpected)
      findings.add('wrong', `${code} ${title}: ${detailOf(log, operation)}`);
  }
  if (errors.length > 0)
    findings.add('wrong', `${errors.length} errors: ${JSON.stringify(errors[0]).slice(0, 300)}`);
  if (!complete) findings.add('wrong', 'Schemathesis did not come to its end');
  return lines;
}

/** Returns one line of what Schemathesis printed about the given operation. */
function detailOf(log: string, operation: string): string {
  const at = log.indexOf(`_ ${operation} _`);
  const reported = at === -1 ? operation : log.slice(at, at + 900);
  return reported.replace(/\s+/g, ' ').replace(/_{2,}/g, '');
}

/**
 * Writes the configuration of Schemathesis: the owner calls every operation, except the operations that would end the
 * owner's session or tenant.
 */
async function configOf(mock: MockServer): Promise<string> {
  const { platformAdmin, otherOwner, billing } = mock.personas;
  const asAdmin = `headers = { Authorization = "Bearer ${platformAdmin?.token}" }`;
  const spare = await mock.call('/v1/tenants', {
    method: 'POST',
    headers: { authorization: `Bearer ${platformAdmin?.token}` },
    body: { name: 'Spare', slug: 'spare', contact_email: 'spare@example.org', currency: 'EUR', tier: 'pro' },
  });
  const { id } = (spare.json ?? {}) as { id?: string };
  if (id === undefined)
    throw new Error(`No tenant could be made for Schemathesis: ${spare.text.slice(0, 300)}`);
  const own = (operation: string, ...lines: string[]): string[] => [
    '[[operations]]',
    `include-operation-id = "${operation}"`,
    ...lines,
  ];
  return [
    `headers = { Authorization = "Bearer ${mock.owner.token}" }`,
    // Logout and refresh end the session that calls them, so they use tokens of other users.
    ...own('logout', `headers = { Authorization = "Bearer ${otherOwner?.token}" }`),
    ...own('refreshSession', `headers = { Authorization = "Bearer ${billing?.token}" }`),
    ...['listTenants', 'createTenant', 'getTenant', 'getTenantUsage'].flatMap((one) => own(one, asAdmin)),
    ...['updateTenant', 'terminateTenant'].flatMap((one) =>
      own(one, asAdmin, `parameters = { "path.id" = "${id}" }`),
    ),
    '',
  ].join('\n');
}
