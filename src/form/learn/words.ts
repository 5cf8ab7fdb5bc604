// Learns the words of states, and of scopes and event types.
import { document } from '../../contract/document.ts';
import { propertiesOf } from '../families.ts';
import type { Form } from '../form.ts';
import { STATE_STYLES, VOCABULARY_STYLES } from '../names.ts';
import { vocabulary } from '../values.ts';
import { leavesIn } from './requests.ts';
import { most, type Seen } from './shown.ts';

/** Learns the words of states, of scopes and of event types. */
export function wordsOf({ states, requests }: Seen): Form['words'] {
  const { schemas } = document().components;
  // What all replies show alike is a word of the envelope.
  const shared = most(Object.values(states).flat());
  const isShared =
    Object.values(states).filter((words) => words.join() === shared).length * 2 > Object.keys(states).length;
  const steps = Object.entries(states).flatMap(([key, words]) => {
    if (isShared && words.join() === shared) return [];
    const [kind = '', id = ''] = key.split(' ');
    const name = propertiesOf(kind).status?.$ref?.replace(/^.*\//, '') ?? '';
    const machine = schemas[name]?.['x-state-machine'] ?? [];
    const chain = machine
      .filter((one) => one.operation === id)
      .slice(0, 1)
      .map(({ to }) => to);
    for (let next = chain[0]; next !== undefined && chain.length < 2; ) {
      next = machine.find((one) => one.from === next && one.operation === undefined)?.to;
      if (next !== undefined) chain.push(next);
    }
    return chain.length > 0 ? [{ name, chain, words }] : [];
  });
  const known = (name: string): string[] => (schemas[name]?.enum ?? []).map(String);
  const shown = [...new Set(steps.flatMap(({ name, words }) => words.map((word) => `${name} ${word}`)))].map(
    (one) => one.split(/ (.*)/s) as [string, string],
  );
  /** Returns how many words of states a style makes of those of the contract. */
  const explained = (write: (word: string) => string): number =>
    shown.filter(([name, word]) => known(name).some((one) => write(one) === word)).length;
  const own = (word: string): string => word;
  // A few words may be those of another style by chance.
  const write =
    Object.values(STATE_STYLES).find(
      (one) => explained(one) > Math.max(2, explained(own)) && explained(one) * 2 > shown.length,
    ) ?? own;
  const found: Record<string, Record<string, string>> = {};
  const add = (name: string, word: string, other: string): void => {
    // The one state that the specification shows is no other one in any deployment.
    const isStated = name === 'OrderStatus' && word === 'processing';
    if (other !== word && !isStated) found[name] = { [word]: other, ...found[name] };
  };
  for (const { name, chain, words } of steps) {
    const styled = new Set(known(name).map(write));
    // Fewer words than states tell not which was missed.
    chain.forEach((state, at) => {
      const word = words.length < chain.length ? undefined : words[at];
      const isTaken =
        word === undefined || styled.has(word) || Object.values(found[name] ?? {}).includes(word);
      if (!isTaken) add(name, state, word);
    });
  }
  if (write !== own)
    for (const [name, schema] of Object.entries(schemas))
      if (schema['x-state-machine'] || shown.some(([one]) => one === name))
        for (const word of known(name)) if (found[name]?.[word] === undefined) add(name, word, write(word));
  const granted = new Set(
    Object.values(requests)
      .flatMap(({ sent }) => leavesIn(sent))
      .flatMap(([, value]) => value),
  );
  const ours = vocabulary().filter((word) => /\w[.:]\w/.test(word));
  const style = Object.values(VOCABULARY_STYLES).find((one) =>
    ours.some((word) => granted.has(one(...partsOf(word))) && !ours.some((same) => granted.has(same))),
  );
  if (style) for (const word of ours) add('vocabulary', word, style(...partsOf(word)));
  return found;
}

const partsOf = (word: string): [string, string] => word.split(/[.:]/) as [string, string];
