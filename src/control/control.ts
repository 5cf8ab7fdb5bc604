// The mock's back door, /_mock/v1, as described in openapi/control.yaml.

import { packageIdentity } from '../contract/package.ts';
import type { App } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/call.ts';
import { isoOf } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { type Guard, mayNotChange, mayNotRead } from './guard.ts';

const CONTROL_BASE = '/_mock/v1';

type Action = { method: string; changes: boolean; run: () => Reply };

/** Opens the back door of an app. */
export function mountControl<T extends Tables>(app: App<T>, guard: Guard): void {
  const health = (): Reply =>
    jsonReply(
      200,
      JSON.stringify({
        status: 'ok',
        version: packageIdentity().version,
        world: app.world.name,
        seed: app.seed,
        now: isoOf(app.world.clock.now()),
      }),
    );
  const actions: Record<string, Action> = {
    '/health': { method: 'GET', changes: false, run: health },
    '/reset': {
      method: 'POST',
      changes: true,
      run: () => {
        app.reset();
        return health();
      },
    },
  };

  app.mount('/_mock/', (call) => {
    const path = call.path.startsWith(CONTROL_BASE) ? call.path.slice(CONTROL_BASE.length) : '';
    const action = Object.hasOwn(actions, path) ? actions[path] : undefined;
    const hidden = mayNotRead(call, guard);
    if (hidden !== null) return refuse(403, 'FORBIDDEN', hidden);
    if (!action || action.method !== call.method) return notThere(call, actions);
    const refused = action.changes ? mayNotChange(call, guard) : null;
    return refused === null ? action.run() : refuse(403, 'FORBIDDEN', refused);
  });
}

function notThere(call: Call, actions: Record<string, Action>): Reply {
  const known = Object.entries(actions).map(([path, { method }]) => `${method} ${CONTROL_BASE}${path}`);
  return refuse(
    404,
    'ROUTE_NOT_FOUND',
    `There is no ${call.method} ${call.path}; there is ${known.join(', ')}.`,
  );
}

const refuse = (status: number, code: string, message: string): Reply =>
  jsonReply(status, JSON.stringify({ error: { code, message: message.slice(0, 1000) } }), {
    'Cache-Control': 'no-store',
  });
