// How resources pass through states that end by themselves: at once, for long, or in a state that is not known.
import { isObject } from '../../contract/is-object.ts';
import { isSuccess, recordsIn, textAt } from '../edits.ts';
import type { Hooks } from '../exchange.ts';
import { type Freedom, freedom, onlyByName } from '../freedom.ts';
import { open } from '../sentences.ts';

/** The states of what is still being made. */
const ON_THE_WAY = ['pending', 'processing', 'provisioning'];

/** The states of resources that end by themselves. */
const PASSING = [...ON_THE_WAY, 'starting', 'stopping', 'rebooting', 'resizing', 'validating'];
/** How long a passing state lasts, where it lasts long, in ms. */
const LONG_MS = 15_000;

function longStatesBetween(p: Hooks): void {
  const seen = new Map<string, { status: unknown; until: number }>();
  p.reply('everything', (reply, { method, params }) => {
    if (method !== 'GET') seen.delete(params.id ?? '');
    for (const record of isSuccess(reply) ? recordsIn(reply.json) : []) {
      const id = textAt(record, 'id');
      const passing = seen.get(id);
      if (PASSING.includes(textAt(record, 'status'))) {
        if (passing?.status !== record.status)
          seen.set(id, { status: record.status, until: p.now() + LONG_MS });
      } else if (passing && p.now() < passing.until) record.status = passing.status;
    }
  });
}

/** Shows the state in which a change ends already in the reply to it, but to an order: that a new one is `processing` is stated. */
function noStatesBetween(p: Hooks): void {
  p.option('lifecycle', 'immediate');
  p.reply(
    ({ method, operation }) => method === 'POST' && operation !== null && operation !== 'createOrder',
    async (reply, request) => {
      const { json } = reply;
      if (!isSuccess(reply) || !isObject(json) || typeof json.status !== 'string') return;
      const id = textAt(json, 'id');
      const [resource = ''] = request.path.split(`/${id}/`);
      const read = await p.send(request, { method: 'GET', path: `${resource}/${id}`, json: undefined });
      if (isSuccess(read) && textAt(read.json, 'id') === id) json.status = textAt(read.json, 'status');
    },
  );
}

/** How many reads of a record show it in a state that the contract does not have, before they show its own. */
const READS_ON_THE_WAY = 2;

/** Shows what is still being made in an unknown state at first. */
export function unknownOnTheWay(p: Hooks): void {
  const reads = new Map<string, number>();
  p.reply(
    ({ method, query }) => method === 'GET' && !/status/.test(query),
    (reply) => {
      for (const record of isSuccess(reply) ? recordsIn(reply.json) : []) {
        const [id, count] = [textAt(record, 'id'), reads.get(textAt(record, 'id')) ?? 0];
        if (!ON_THE_WAY.includes(textAt(record, 'status')) || count >= READS_ON_THE_WAY) continue;
        reads.set(id, count + 1);
        record.status = 'awaiting_review';
      }
    },
  );
}

export const passingStates: readonly Freedom[] = onlyByName(
  freedom(
    'states-between',
    'whether a change passes through a state that ends by itself',
    open.TRANSITIONS,
    { never: noStatesBetween, long: longStatesBetween },
    { own: 'some' },
  ),
);
