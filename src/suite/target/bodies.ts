// Fills the placeholders of request bodies, such as "{unique}" and "{amount}", and puts them back.
import { isObject } from '../../contract/is-object.ts';

export type PlaceholderValues = Record<string, string | number>;

/** Returns a JSON value in which a function has replaced the texts, numbers and other plain values. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapLeaves(item, change)]));
}

/**
 * Fills the placeholders in a value. A text that consists of one placeholder becomes a value of the placeholder's
 * type; within a longer text the placeholder is replaced as text.
 */
export const fillPlaceholders = (value: unknown, filling: PlaceholderValues): unknown =>
  mapLeaves(value, (leaf) => {
    if (typeof leaf !== 'string') return leaf;
    const whole = /^\{(\w+)\}$/.exec(leaf)?.[1];
    if (whole !== undefined && filling[whole] !== undefined) return filling[whole];
    return leaf.replace(/\{(\w+)\}/g, (text, name: string) => String(filling[name] ?? text));
  });

/**
 * Replaces the values of placeholders in a value by the placeholders, so that the value can be filled for another
 * request. A number becomes a placeholder only when it is the whole value.
 */
export function restorePlaceholders(value: unknown, filling: PlaceholderValues): unknown {
  const entries = Object.entries(filling);
  return mapLeaves(value, (leaf) => {
    const [whole] = entries.find(([, filled]) => filled === leaf && leaf !== '') ?? [];
    if (whole !== undefined) return `{${whole}}`;
    if (typeof leaf !== 'string') return leaf;
    return entries.reduce(
      (text, [name, filled]) =>
        typeof filled === 'string' && filled.length > 2 ? text.replaceAll(filled, `{${name}}`) : text,
      leaf,
    );
  });
}

/**
 * Merges an override into a standard request body, member by member at every level; arrays and plain values are
 * replaced. With `"$replace": true` the override replaces the whole body; `"$remove": ["name"]` removes members.
 */
export function applyBodyOverride(
  standard: Record<string, unknown>,
  override: Record<string, unknown> | undefined,
): Record<string, unknown> {
  if (!override) return standard;
  const { $replace, $remove, ...members } = override;
  const merged: Record<string, unknown> = $replace === true ? {} : { ...standard };
  for (const [name, value] of Object.entries(members)) {
    const before = merged[name];
    merged[name] = isObject(value) && isObject(before) ? applyBodyOverride(before, value) : value;
  }
  if (Array.isArray($remove)) for (const name of $remove) delete merged[String(name)];
  return merged;
}
