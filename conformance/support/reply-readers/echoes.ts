// Compares what was sent with what a reply shows. A member that comes back under another name is found by its value.
import { isObject } from '../../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { isUuid, textsIn } from './response-readers.ts';

export type EchoOptions = {
  /** returns whether a member is compared; by default every text is */
  compares?: (name: string, sent: string) => boolean;
  /** returns whether a text that is shown is the text that was sent; by default letter case and spaces may differ */
  isSame?: (sent: string, shown: string, name: string) => boolean;
};

const normalized = (text: string): string => text.normalize('NFC').trim().toLowerCase();
/** Returns whether two texts are the same but for letter case and spaces around them. */
export const isSameText = (sent: string, shown: string): boolean => normalized(sent) === normalized(shown);

/**
 * Asserts that a reply shows the texts of a request body. A text whose member the reply does not have counts as shown
 * when the reply contains it elsewhere, alone or within a longer text; otherwise it is not compared. Ends the check as
 * inconclusive when nothing could be compared.
 */
export function expectEchoed(
  t: CheckContext,
  body: Record<string, unknown>,
  reply: Exchange,
  { compares = () => true, isSame = isSameText }: EchoOptions = {},
): void {
  const shown = isObject(reply.json) ? reply.json : {};
  const sent = Object.entries(body).filter(
    (member): member is [string, string] => typeof member[1] === 'string' && compares(...asPair(member)),
  );
  let compared = 0;
  for (const [name, value] of sent) {
    const reported = shown[name];
    if (typeof reported === 'string') {
      if (t.compared(!isSame(value, reported, name)))
        t.fail(`\`${name}\` is not what was sent`, { expected: value, actual: reported, exchange: reply });
      // A reference says nothing about the resource itself.
      if (!isUuid(value)) compared += 1;
    } else if (!isUuid(value) && isTelling(t, value) && t.compared(showsValue(reply.json, value)))
      compared += 1;
  }
  if (compared > 0) return;
  const names = sent.map(([name]) => `\`${name}\``).join(', ');
  t.inconclusive(
    sent.length === 0
      ? 'the request contains no text that could come back'
      : `the reply shows nothing of what was sent (${names}), under these names or by value`,
    { exchange: reply },
  );
}

const asPair = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];

/** Returns whether a value is unlikely to be in a reply by chance. */
const isTelling = (t: CheckContext, value: string): boolean => value.includes(t.runId) || value.length >= 12;

/** Returns whether a body contains a text, alone or within a longer text. */
const showsValue = (body: unknown, text: string): boolean =>
  textsIn(body).some((shown) => normalized(shown).includes(normalized(text)));
