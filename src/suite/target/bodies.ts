// Fills the placeholders of request bodies, such as "{unique}" and "{amount}", and puts them back.
import { isObject } from '../../contract/is-object.ts';

export type PlaceholderValues = Record<string, string | number>;

/**
 * Fills the placeholders in a value. A text that consists of one placeholder becomes a value of the placeholder's
 * type; within a longer text the placeholder is replaced as text.
 */
export function fillPlaceholders(value: unknown, filling: PlaceholderValues): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && filling[whole] !== undefined) return filling[whole];
    return value.replace(/\{(\w+)\}/g, (text, name: string) => String(filling[name] ?? text));
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, filling));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, filling)]),
    );
  }
  return value;
}

/**
 * Replaces the values of placeholders in a value by the placeholders, so that the value can be filled for another
 * request. A number becomes a placeholder only when it is the whole value.
 */
export function restorePlaceholders(value: unknown, filling: PlaceholderValues): unknown {
  const entries = Object.entries(filling).filter(([, filled]) => filled !== '');
  if (typeof value === 'number') {
    const [name] = entries.find(([, filled]) => filled === value) ?? [];
    return name === undefined ? value : `{${name}}`;
  }
  if (typeof value === 'string') {
    return entries.reduce<string>(
      (text, [name, filled]) =>
        typeof filled === 'string' && filled.length > 2 ? text.replaceAll(filled, `{${name}}`) : text,
      value,
    );
  }
  if (Array.isArray(value)) return value.map((item) => restorePlaceholders(item, filling));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, restorePlaceholders(item, filling)]),
    );
  }
  return value;
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
