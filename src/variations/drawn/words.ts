// Other words for the members, states and codes of the contract, and the ways to write a name.
import { STATE_STYLES, VOCABULARY_STYLES } from '../../form/names.ts';
import { pickOf } from '../random.ts';
import type { FormChoices } from './form-freedoms.ts';

/** State or kind of the contract that the suite looks for → another word for it. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  active: 'live',
  inactive: 'closed_account',
  pending: 'awaiting',
  suspended: 'paused',
  terminated: 'ended',
  cancelled: 'withdrawn',
  failed: 'broken',
  completed: 'fulfilled',
  running: 'on',
  stopped: 'off',
  starting: 'booting',
  stopping: 'shutting_down',
  rebooting: 'restarting',
  resizing: 'changing_size',
  provisioning: 'building',
  error: 'faulty',
  open: 'new',
  answered: 'staff_replied',
  closed: 'done',
  enabled: 'listening',
  disabled: 'muted',
  revoked: 'void',
  expired: 'lapsed',
  paid: 'settled',
  unpaid: 'due',
  draft: 'prepared',
  succeeded: 'captured',
  issued: 'valid',
  low: 'minor',
  normal: 'usual',
  hosting: 'web_space',
  domain: 'domain_name',
  vps: 'server',
  ssl: 'certificate',
  email: 'mail',
  other: 'misc',
};

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

/** Returns a pronounceable name of two words in snake case that a seed and a key determine, and that means nothing. */
export const randomName = (seed: number, key: string): string =>
  [0, 1, 2, 3, 4]
    .map((at) => (at === 3 ? '_' : '') + pickOf(seed, `syllable ${at} ${key}`, SYLLABLES))
    .join('');

/**
 * Returns the word for a state or a kind.
 * @param kind the enumeration that the word belongs to
 */
export function stateWord(word: string, style: FormChoices['states'], seed: number, kind: string): string {
  if (style === 'random') return randomName(seed, `state ${kind} ${word}`);
  if (style === 'other') return STATE_WORDS[word] ?? word;
  return style === 'own' ? word : STATE_STYLES[style](word);
}

/** Returns the name of a scope (`orders:read`) or of an event type (`order.created`). */
export function vocabularyWord(word: string, style: FormChoices['vocabulary'], seed: number): string {
  if (style === 'own' || word === '*' || !/[.:]/.test(word)) return word;
  if (style === 'random') return randomName(seed, `vocabulary ${word}`);
  const [area = '', act = ''] = word.split(/[.:]/);
  return VOCABULARY_STYLES[style](area, act);
}
