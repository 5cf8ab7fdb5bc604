// The reply of /health and /reset, in a module of its own: these calls load no other part of the control API.
import { packageIdentity } from '../contract/package.ts';
import { jsonReply, type Reply } from '../server/http/call.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';

export const healthReply = <T extends Tables>({ name, seed, clock }: World<T>): Reply =>
  jsonReply(
    200,
    JSON.stringify({
      status: 'ok',
      version: packageIdentity().version,
      world: name,
      seed: Number(seed),
      now: toIso(clock.now()),
    }),
  );
