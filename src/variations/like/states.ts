// Chooses the words of states, of scopes and of event types.
import { document } from '../../contract/document.ts';
import { propertiesOf } from '../../form/families.ts';
import type { Form } from '../../form/form.ts';
import { valuesOf } from '../drawn/features.ts';
import { stateWord, vocabularyWord } from '../drawn/words.ts';
import { all, type Chosen, most } from './features.ts';
import type { Learned } from './forms.ts';
import { leavesIn } from './requests.ts';

/** Chooses the words of states, of scopes and of event types. */
export function statesOf({ bodies, forms: { states } }: Learned): { features: Chosen; words: Form['words'] } {
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
  const styles = valuesOf('states').filter((one) => one !== 'random');
  const known = (name: string): string[] => (schemas[name]?.enum ?? []).map(String);
  const isOf = (style: string, name: string, word: string): boolean =>
    known(name).some(
      (one) => stateWord(one, all({ ...(style && { states: style }) }).states, 1, name) === word,
    );
  const words = [
    ...new Map(steps.flatMap((one) => one.words.map((word) => [`${one.name} ${word}`, { ...one, word }]))),
  ].map(([, one]) => one);
  const explained = (style: string): number =>
    words.filter(({ name, word }) => isOf(style, name, word)).length;
  // A few words may be those of another style by chance.
  const style = styles.find(
    (one) => explained(one) > Math.max(2, explained('own')) && explained(one) * 2 > words.length,
  );
  const given: Record<string, Record<string, string>> = {};
  const styled = (name: string): Map<string, string> =>
    new Map(
      known(name).map((one) => [
        stateWord(one, all({ ...(style && { states: style }) }).states, 1, name),
        one,
      ]),
    );
  for (const { name, chain, words: shown } of steps) {
    given[name] ??= {};
    const own = given[name];
    const others = styled(name);
    // Fewer words than states tell not which was missed.
    chain.forEach((state, at) => {
      const word = shown.length < chain.length ? undefined : shown[at];
      const isTaken = word === undefined || others.has(word) || Object.values(own).includes(word);
      if (!isTaken) own[state] ??= word;
    });
  }
  const granted = ['createWebhook', 'createApiKey']
    .flatMap((id) => [bodies[id] ?? {}].flatMap((body) => leavesIn(body)))
    .flatMap(([, value]) => (Array.isArray(value) ? value.filter((one) => one !== '*') : []));
  const ours = [...(schemas.GrantableScope?.enum ?? []), ...(schemas.SubscribableEvent?.enum ?? [])].map(
    String,
  );
  const vocabulary = valuesOf('vocabulary').find(
    (one) =>
      one !== 'random' &&
      ours.some(
        (word) =>
          granted.includes(vocabularyWord(word, all({ vocabulary: one }).vocabulary, 1)) &&
          !ours.some((same) => granted.includes(same)),
      ),
  );
  return { features: { ...(style && { states: style }), ...(vocabulary && { vocabulary }) }, words: given };
}
