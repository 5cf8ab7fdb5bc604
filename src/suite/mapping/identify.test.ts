// Tests of how the id of something is found that no operation reads by its id.
import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { CreatedIds } from './identify.ts';
import { ResponseMapping } from './learned-names.ts';

const SENT = { local_part: 'hc-1' };

/** Creates a mailbox of the e-mail service 1. @param shown the mailboxes that the service shows afterwards */
async function idOf(reply: object, shown: readonly object[] = []): Promise<string | undefined> {
  const mapping = new ResponseMapping();
  const ids = new CreatedIds(mapping, 'hc');
  const request = { ...exchange().request, method: 'POST', path: '/email/1/mailboxes' };
  const creation = exchange({
    operation: 'createMailbox',
    status: 201,
    json: reply,
    request: { ...request, json: SENT, params: { id: '1' } },
  });
  const read = async () => exchange({ operation: 'getEmailService', json: { id: 1, mailboxes: shown } });
  await ids.identify(creation, read, async () => {});
  return mapping.createdIdOf(creation);
}

test.each<[string, object, object[], string | undefined]>([
  ['that equals the number of the parent', { id: 1, ...SENT, quota_mb: 1024 }, [], '1'],
  ['beside a reference to the parent', { mailbox_number: 2, email: { id: 1 }, ...SENT }, [], '2'],
  [
    'that only its row shows',
    {},
    [
      { id: 7, ...SENT },
      { id: 8, local_part: 'b' },
    ],
    '7',
  ],
  ['in a row that names it otherwise', { ref: 'mb_81x' }, [{ mail: 'hc-1', key: 'mb_81x' }], 'mb_81x'],
  [
    'that is none: a size without a telling name',
    { size: 1024, ...SENT },
    [{ ...SENT, size: 1024 }],
    undefined,
  ],
])('an id %s', async (_, reply, shown, expected) => {
  expect(await idOf(reply, shown)).toBe(expected);
});
