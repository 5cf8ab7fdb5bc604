// Formats JSON values as text for people: lists of objects as tables, objects as lines of name and value.
import { isObject, type JsonObject } from '../src/contract/is-object.ts';
import { escapeTerminal } from '../src/suite/formats/escape.ts';

/** The longest cell of a table, in characters; longer values are cut and end with `…`. */
const MAX_CELL = 60;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Formats any JSON value: an object as lines of name and value, a list of objects as a table, and a member that is a
 * list or an object below its name. Control characters are escaped.
 */
export function valueText(value: unknown, indent = 0): string {
  const margin = ' '.repeat(indent);
  if (isScalar(value)) return `${margin}${cellText(value)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return `${margin}none`;
    if (value.every(isScalar)) return `${margin}${value.map(cellText).join(', ')}`;
    if (!value.every(isObject)) return value.map((one) => valueText(one, indent)).join('\n');
    return tableText(value, scalarMembers(value), indent);
  }
  return objectText(value as JsonObject, indent);
}

function objectText(value: JsonObject, indent: number): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return `${' '.repeat(indent)}none`;
  const isOneLine = (one: unknown): boolean => isScalar(one) || (Array.isArray(one) && one.every(isScalar));
  const width = Math.max(0, ...entries.map(([name, one]) => (isOneLine(one) ? name.length : 0)));
  const margin = ' '.repeat(indent);
  return entries
    .map(([name, one]) =>
      isOneLine(one)
        ? `${margin}${escapeTerminal(name).padEnd(width)}  ${valueText(one)}`
        : `${margin}${escapeTerminal(name)}\n${valueText(one, indent + 2)}`,
    )
    .join('\n');
}

// Returns the names of the members that are scalar in every row, in the order of their first occurrence.
function scalarMembers(rows: readonly JsonObject[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].filter((name) => rows.every((row) => isScalar(row[name])));
}

/** Formats a list as a table with a header line; a list without rows becomes `none`. */
export function tableText(rows: readonly JsonObject[], columns: readonly string[], indent = 0): string {
  const margin = ' '.repeat(indent);
  if (rows.length === 0) return `${margin}none`;
  const lines = [columns, ...rows.map((row) => columns.map((name) => shortened(cellText(row[name]))))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => `${margin}${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return escapeTerminal(String(value));
}

const shortened = (text: string): string =>
  text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;

/** Formats a number of bytes: `512 B`, `310 KiB`, `1.2 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.round(kib)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}
