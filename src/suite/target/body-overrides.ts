// What the target file says about a body the suite would send.
import { isObject } from '../../contract/is-object.ts';

/**
 * A standard body extended by an override, member by member and deep; arrays and plain values are replaced. With
 * `"$replace": true` the override takes its place as a whole; with `"$remove": ["name"]` members are left out.
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
