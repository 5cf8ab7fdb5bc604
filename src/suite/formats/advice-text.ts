// Formats advice about unjudged sentences for a terminal.
import type { Catalogue } from '../model/define.ts';
import type { SentenceAdvice } from '../plan/advice.ts';
import { escapeTerminal } from './escape.ts';

/** Formats advice: first how many sentences are judged, then each thing to give with the sentences that need it. */
export function adviceText(
  { total, judged, advice }: SentenceAdvice,
  { requirements }: Pick<Catalogue, 'requirements'>,
  verb: 'judged' | 'can judge',
): string {
  const groups = advice.map(({ hint, sentences }) =>
    [
      `${sentences.length} ${sentences.length === 1 ? 'sentence' : 'sentences'}: ${escapeTerminal(hint)}`,
      ...sentences.map((id) => `  ${id}: ${requirements[id]?.says ?? ''}`),
      '',
    ].join('\n'),
  );
  const rest = advice.length === 0 ? '' : '; the others need:';
  return [`${verb} ${judged} of ${total} stated sentences${rest}`, '', ...groups].join('\n');
}
