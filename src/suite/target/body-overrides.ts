// Applies the request body overrides of a target file.
import { isObject } from '../../contract/is-object.ts';

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
