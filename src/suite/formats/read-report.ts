// Reads the report of an earlier run.

import { isObject } from '../../contract/is-object.ts';
import { MAX_STORED_FILE, parseJson, readText } from '../../contract/read-file.ts';
import { UsageError } from '../model/outcome.ts';
import { redactStoredReport } from '../report/redact-report.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';

/**
 * Reads a report and removes any secrets that it contains.
 * @throws UsageError for a file that cannot be read, is not a report, or has another format
 */
export function readReport(file: string): Report {
  const report = json(readText(file, MAX_STORED_FILE, `the report ${file}`));
  if (!isReport(report)) {
    throw new UsageError(`${file} is no report of this suite: write one with --report json=report.json`);
  }
  const { format, suite } = report;
  if (format !== REPORT_FORMAT)
    throw new UsageError(
      `${file} was written by another version, ${suite.name} ${suite.version}, in format ${format}; this one reads format ${REPORT_FORMAT}: use that version, or run the suite again`,
    );
  return redactStoredReport(report);
}

function json(text: string): unknown {
  try {
    return parseJson(text, '');
  } catch {
    return undefined;
  }
}

type JsonObject = Record<string, unknown>;
const isJsonObjects = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.every(isObject);
const areStrings = (from: JsonObject, names: readonly string[]): boolean =>
  names.every((name) => typeof from[name] === 'string');
const isUrl = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

/** Returns whether a value has the members that the formats need, with the right types. */
function isReport(value: unknown): value is Report {
  if (!isObject(value)) return false;
  const { results, findings, suite, target, coverage, cleanup, pacing, summary, reasons, notChecked } = value;
  return (
    isJsonObjects(results) &&
    results.every(isResult) &&
    isJsonObjects(findings) &&
    findings.every((one) => areStrings(one, ['id', 'verdict']) && isTexts(one.results)) &&
    [suite, pacing, summary].every(isObject) &&
    isObject(coverage) &&
    isObject(coverage.requirements ?? {}) &&
    Object.values(coverage.requirements ?? {}).every(isTexts) &&
    isObject(target) &&
    isUrl(target.baseUrl) &&
    isObject(cleanup) &&
    isJsonObjects(cleanup.leftovers ?? []) &&
    isTexts(reasons ?? []) &&
    isFilter(value.filter) &&
    isSentences(value.sentences) &&
    isJsonObjects(notChecked ?? []) &&
    (value.exchanges === undefined || (isJsonObjects(value.exchanges) && value.exchanges.every(isExchange)))
  );
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isFilter = (filter: unknown): boolean =>
  filter === undefined || (isObject(filter) && isTexts(filter.only) && isTexts(filter.skip));

/** Returns whether the lists of judged and unjudged sentences are absent or have the members that the formats need. */
const isSentences = (sentences: unknown): boolean =>
  sentences === undefined ||
  (isObject(sentences) &&
    isTexts(sentences.judged) &&
    isJsonObjects(sentences.unjudged) &&
    sentences.unjudged.every(
      (one) =>
        areStrings(one, ['sentence', 'cause', 'why']) &&
        typeof one.open === 'boolean' &&
        isTexts(one.results),
    ));

const isResult = (one: JsonObject): boolean =>
  areStrings(one, ['id', 'kind', 'area', 'level', 'verdict', 'title', 'message']) &&
  isJsonObjects(one.exchanges) &&
  one.exchanges.every(isExchange);

const isExchange = ({ request, reply }: JsonObject): boolean =>
  isObject(request) &&
  isUrl(request.url) &&
  isObject(request.headers) &&
  (reply === null ||
    reply === undefined ||
    (isObject(reply) &&
      Array.isArray(reply.headers) &&
      reply.headers.every((header) => isTexts(header) && header.length === 2) &&
      typeof reply.body === 'string'));
