// Finds the mistakes in the member `unjudged` of a target file.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import { isDate } from '../model/clock.ts';

const MEMBERS = ['sentence', 'reason', 'expires'];

/** Returns one sentence for each mistake in the list of sentences that may stay unjudged. */
export function unjudgedProblems(list: unknown): string[] {
  if (!Array.isArray(list)) return ['unjudged must be a list'];
  return list.flatMap((entry: unknown, at) => {
    const path = `unjudged.${at}`;
    if (!isObject(entry)) return [`${path} must be an object`];
    const unknown = Object.keys(entry)
      .filter((name) => !MEMBERS.includes(name))
      .map((name) => `${path} has no member "${name}"${didYouMean(name, MEMBERS)}`);
    const wrong = MEMBERS.flatMap((name) => {
      const value = entry[name];
      if (typeof value !== 'string' || value.trim() === '')
        return [`${path}.${name} must be a text that is not empty`];
      return name === 'expires' && !isDate(value)
        ? [`${path}.expires must be a day such as 2026-12-31, not "${value}"`]
        : [];
    });
    return [...unknown, ...wrong];
  });
}
