// Reads the report of an earlier run from a JSON file or from a stream of lines.

import { readFileSync } from 'node:fs';
import { isObject } from '../../contract/is-object.ts';
import { UsageError } from '../model/outcome.ts';
import { redactStoredReport } from '../report/redact-report.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';
import { reportFromStream, type StreamLine } from './ndjson.ts';
import { upgradeReport, upgradeStream } from './upgrade-report.ts';

/**
 * Reads a report, converts it to the current format and removes any secrets that it contains.
 * @throws UsageError for a file that cannot be read, is not a report, or has a later format
 */
export function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? `${error}`;
    throw new UsageError(`the report ${file} cannot be read (${why})`);
  }
  const found = parsed(text, file);
  const report = isStream(found) ? reportFromStream(upgradeStream(found)) : found;
  if (!isReport(report)) {
    throw new UsageError(
      `${file} is no report of this suite: write one with --report json=report.json, or --report ndjson=run.ndjson`,
    );
  }
  const { format = 1, suite } = report;
  if (format > REPORT_FORMAT) {
    throw new UsageError(
      `${file} was written by a later version, ${suite.name} ${suite.version}, in form ${format}; this one reads up to form ${REPORT_FORMAT}: use that version, or run the suite again`,
    );
  }
  return redactStoredReport(upgradeReport(report));
}

/**
 * Parses a file with one JSON value, or with one JSON value per line, whose last line may be incomplete, as after a
 * crash.
 */
function parsed(text: string, file: string): unknown {
  const value = json(text.replace(/^\ufeff/, ''));
  if (value !== undefined && !isLine(value)) return value;
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const values = lines.map(json);
  const bad = values.indexOf(undefined);
  if (bad !== -1 && (bad === 0 || bad < values.length - 1)) {
    throw new UsageError(
      bad === 0
        ? `${file} is neither JSON nor lines of JSON`
        : `line ${bad + 1} of ${file} is no JSON: the stream is damaged`,
    );
  }
  return values.filter((value) => value !== undefined);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isLine = (value: unknown): boolean => typeof value === 'object' && value !== null && 'event' in value;

const isStream = (value: unknown): value is StreamLine[] =>
  Array.isArray(value) && value.length > 0 && value.every(isLine);

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
