// Formats the report as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): each finding points to its
// line in the OpenAPI document.
import { createHash } from 'node:crypto';
import { documentText } from '../../contract/document.ts';
import { operations } from '../../contract/operations.ts';
import type { Result } from '../model/result.ts';
import type { Report } from '../report/report.ts';
import { escapedJson } from './escape.ts';
import {
  type FindingWithResults,
  type FormatterOptions,
  findingLines,
  findingsWithResults,
  obligation,
  obligationSentence,
} from './finding-text.ts';

/** The path of the published OpenAPI document, relative to the root of the package. */
const FILE = 'openapi/dist/openapi.json';
const ROOT = 'HOSTING_CONTRACT';

/** Formats one SARIF result per failure, a baselined one as suppressed, and a notification for each result that was not judged. */
export function sarifReport(report: Report, { replay }: FormatterOptions): string {
  const found = findingsWithResults(report).filter(
    ({ first }) => (first.baselined?.was ?? first.verdict) === 'fail',
  );
  const ids = [...new Set(found.map(({ first }) => first.id))];
  const lines = documentText().split('\n');
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.suite.name,
            semanticVersion: report.suite.version,
            rules: found.map(({ first }) => ruleOf(first)),
          },
        },
        automationDetails: { id: `conform/${report.profile}/${report.mode}/${report.runId}` },
        invocations: [
          {
            executionSuccessful: report.verdict === 'conformant' || report.verdict === 'nonconformant',
            exitCode: report.exitCode,
            startTimeUtc: report.startedAt,
            endTimeUtc: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
            toolExecutionNotifications: notifications(report),
          },
        ],
        originalUriBaseIds: {
          [ROOT]: {
            description: { text: 'the folder of the hosting-contract package, or of its sources' },
          },
        },
        artifacts: [
          {
            location: { uri: FILE, uriBaseId: ROOT },
            roles: ['policy'],
            mimeType: 'application/json',
            hashes: { 'sha-256': createHash('sha256').update(documentText()).digest('hex') },
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: found.map((one) => resultOf(one, ids.indexOf(one.first.id), lines, replay)),
        properties: { target: report.target.baseUrl, verdict: report.verdict, summary: report.summary },
      },
    ],
  };
  return `${escapedJson(log, 2)}\n`;
}

const LEVELS = { must: 'error', should: 'warning', observe: 'note' } as const;

function ruleOf(first: Result) {
  const { id, area, level, requirement, sentence } = first;
  const help = [sentence, `Checked: ${obligation(first)}.`].filter((line) => line !== undefined);
  return {
    id,
    shortDescription: { text: obligationSentence(first) },
    fullDescription: { text: sentence ?? obligationSentence(first) },
    help: { text: help.join('\n\n') },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: [area, level, ...(requirement === '' ? [] : [requirement])] },
  };
}

function resultOf(
  one: FindingWithResults,
  ruleIndex: number,
  lines: readonly string[],
  replay: FormatterOptions['replay'],
) {
  const { finding, first, others } = one;
  const [exchange] = first.exchanges;
  const where = exchange?.operation ?? first.operations?.[0] ?? null;
  const main = placeOf(lines, where, exchange?.reply?.status);
  const elsewhere = [
    ...(first.operations ?? []),
    ...others.flatMap(({ exchanges }) => exchanges[0]?.operation ?? []),
  ];
  const related = [...new Set(elsewhere)]
    .filter((id) => id !== where)
    .flatMap((id) => placeOf(lines, id) ?? []);
  return {
    ruleId: first.id,
    ruleIndex,
    kind: 'fail',
    level: 'error',
    message: { text: findingLines(one, replay) },
    locations: [main ?? { physicalLocation: physical(1) }],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    // The fingerprint contains nothing that differs between runs, such as ids of resources, times or names.
    partialFingerprints: {
      'finding/v1': createHash('sha256')
        .update([first.id, first.requirement, where ?? ''].join('\n'))
        .digest('hex'),
    },
    occurrenceCount: finding.count,
    ...(first.baselined === undefined ? {} : { suppressions: [suppressed(first.baselined)] }),
    properties: { area: first.area, requirement: first.requirement, results: finding.results },
  };
}

function notifications({ results, reasons, verdict, notChecked }: Report) {
  const note = (level: 'error' | 'warning' | 'note', text: string, id?: string) => ({
    level,
    message: { text },
    ...(id === undefined ? {} : { descriptor: { id } }),
  });
  const unjudged = results.filter((one) => one.verdict === 'broken' || one.verdict === 'inconclusive');
  return [
    ...(verdict === 'nonconformant' ? [] : reasons.map((reason) => note('warning', `${verdict}: ${reason}`))),
    ...notChecked.map(({ must, should, hint }) =>
      note('note', `${must} must and ${should} should not checked: ${hint}`),
    ),
    ...unjudged.map(({ id, verdict, message }) =>
      note(verdict === 'broken' ? 'error' : 'warning', `${verdict}: ${message}`, id),
    ),
  ];
}

/** Returns the line of a documented reply in the OpenAPI document, or else the line of its operation. */
function placeOf(lines: readonly string[], id: string | null, status?: number) {
  const operation = operations.find((one) => one.id === id);
  if (!operation) return undefined;
  // In the published document a line begins each path, method and reply (`documentJson`).
  const path = lines.indexOf(`${JSON.stringify(operation.path)}:{`);
  const method = lines.indexOf(`"${operation.method.toLowerCase()}":{`, path);
  const end = lines.findIndex(
    (line, at) => at > method && /^"(?:\/|(?:get|put|post|patch|delete)":)/.test(line),
  );
  const reply = lines.findIndex((line, at) => at > method && line.startsWith(`"${status}":`));
  const of = status === undefined ? '' : ` ${status}`;
  const fullyQualifiedName = `${operation.method} ${operation.path}${of}`;
  return {
    physicalLocation: physical((reply === -1 || (end !== -1 && reply > end) ? method : reply) + 1),
    logicalLocations: [{ name: operation.id, fullyQualifiedName, kind: 'function' }],
  };
}

const physical = (startLine: number) => ({
  artifactLocation: { uri: FILE, uriBaseId: ROOT, index: 0 },
  region: { startLine },
});

const suppressed = ({ reason, owner, expires }: NonNullable<Result['baselined']>) => ({
  kind: 'external',
  status: 'accepted',
  justification: `${reason} (${owner}, until ${expires})`,
});
