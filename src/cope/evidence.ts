// Finds what a finding shows: the request whose reply broke a test, or the webhooks.

import { addsRecords } from '../variations/freedoms/records.ts';
import { freedomOf, hasEffectOn } from './plan.ts';
import type { SentRequest } from './platform.ts';
import type { Run } from './runs.ts';
import { smallestFailing } from './smallest-failing.ts';

const wordsOf = (message: string): string[] => message.match(/[\w.:+-]{8,}/g) ?? [];

const bodyOf = (delivery: string): string => delivery.replace(/^.*?\nbody: /s, '');
const timeOf = (delivery: string): string => /"(?:timestamp|at)":\s*"([^"]+)/.exec(delivery)?.[1] ?? '';
const recordOf = (delivery: string): string =>
  /"(?:data|resource)":\s*\{\s*"id":\s*"([^"]+)/.exec(delivery)?.[1] ?? '(none)';

/** Value → whether a delivery shows it beside one that came before. */
const PAIRS: Readonly<Record<string, (one: string, before: string) => boolean>> = {
  'deliveries=twice': (one, before) => bodyOf(one) === bodyOf(before),
  'deliveries=out of order': (one, before) => timeOf(one) < timeOf(before),
};

/**
 * Finds the last webhooks that show one of some values: a pair where the value is shown by two, else one. Those that the
 * failure names come first, then those of records that the client's own requests have changed, those of one record first.
 */
export function deliveriesThatShow(
  choices: readonly string[],
  { deliveries, requests }: Pick<Run, 'deliveries' | 'requests'>,
  message = '',
): string[] {
  const choice = choices.find((one) => freedomOf(one) === 'deliveries');
  if (choice === undefined) return [];
  const words = wordsOf(message).filter((word) => word.includes('.'));
  const changes = requests.filter(({ hasEffect }) => hasEffect).map((one) => one.url + one.replyText());
  const own = deliveries.filter((one) => changes.some((text) => text.includes(recordOf(one))));
  const named = deliveries.filter((one) => words.some((word) => one.includes(word)));
  const isPair = PAIRS[choice];
  const ofOneRecord = isPair ? [...Map.groupBy(own, recordOf).values()] : [];
  for (const all of [named, ...ofOneRecord, own, deliveries])
    for (const [at, one] of [...all.entries()].reverse()) {
      const before = all.slice(0, at).findLast((other) => isPair?.(one, other));
      if (before !== undefined) return [before, one];
      if (!isPair && (choice !== 'deliveries=further types' || one.includes('"platform.announced"')))
        return [one];
    }
  return [];
}

/** Tells whether a value changes nothing but the requests that show it, so that it can be tried on some of them. */
const isOfSingleRequests = (choice: string): boolean =>
  !/^(limits|clock|provisioning|network|states-between|deliveries|tokens|api-key-form)=/.test(choice) &&
  !addsRecords(choice.replace(/^further-records=/, ''));

/**
 * Finds the request whose reply broke a test, by runs in which the freedoms apply to some of the requests only. Of several
 * that are asked alike, it is the first one whose reply has a word or the status of the failure, else the last one with a
 * value that the failure quotes, else the last error, else the last one. Of freedoms that no single reply shows, such as
 * delays, it is the last request that itself has a word of the failure, where there is one.
 * @param breaks tells whether the test breaks when the freedoms apply to some operations or requests only
 */
export async function decidingRequest(
  { requests, choices }: Run,
  message: string,
  breaks: (only: readonly string[]) => Promise<boolean>,
): Promise<SentRequest | undefined> {
  const words = wordsOf(message).filter((word) => /[\d_]/.test(word));
  const statuses = new Set(message.match(/\b\d{3}\b/g));
  const isNamed = (one: SentRequest): boolean =>
    statuses.has(String(one.status)) || words.some((word) => one.replyText().includes(word));
  const quoted = [...message.matchAll(/(['"`])([\w.:+-]{3,})\1/g)].map(([, , value]) => `"${value}"`);
  const changed = requests.filter((one) => choices.some((choice) => hasEffectOn(choice, one)));
  const likeliest = (some: readonly SentRequest[]): SentRequest | undefined =>
    some.find(isNamed) ??
    quoted.flatMap((value) => some.findLast(({ replyText }) => replyText().includes(value)) ?? [])[0] ??
    some.findLast(({ status }) => status >= 400) ??
    some.at(-1);
  const isOfSingle = choices.every(isOfSingleRequests);
  const asks = ({ url, body }: SentRequest): boolean => words.some((word) => `${url} ${body}`.includes(word));
  const own = isOfSingle ? undefined : (changed.findLast(asks) ?? requests.findLast(asks));
  if (own) return own;
  let left = changed;
  for (const nameOf of [({ operation }: SentRequest) => operation ?? '', nameOfRequest]) {
    const guess = likeliest(left);
    const names = [...new Set(left.map(nameOf))];
    if (guess === undefined || names.length < 2 || !isOfSingle) break;
    const isGuess = await breaks([nameOf(guess)]);
    if (!isGuess && !(await breaks(names))) break;
    const decisive = isGuess ? [nameOf(guess)] : await smallestFailing(names, breaks);
    left = left.filter((one) => decisive.includes(nameOf(one)));
  }
  return likeliest(left) ?? requests.findLast(({ status }) => status >= 400) ?? requests.at(-1);
}

const nameOfRequest = ({ method, url }: SentRequest): string => `${method} ${url}`;
