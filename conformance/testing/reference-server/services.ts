// The reference server's services, whose states have other names than in the contract.

import {
  actionReply,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  insufficientFunds,
  type ServerContext,
} from './handler-support.ts';
import { list } from './pagination.ts';
import type { Service } from './tenant-data.ts';

export const serviceView = (server: ServerContext, service: Service): Record<string, unknown> => ({
  id: service.id,
  product: service.product,
  owner: service.customer,
  phase: service.phase,
  paid_until: formatTime(server, service.paidUntil),
  created_at: formatTime(server, service.createdAt),
});

const all: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).services.values(), (service) =>
    serviceView(server, service),
  );

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: serviceView(server, findOwn(server, caller, 'services', params.id ?? '')),
});

/** Builds the handler of an action that moves a service from one of some states to another state. */
function actionHandler(from: readonly string[], to: string | null): Handler {
  return (_ask, params, caller, server) => {
    const service = findOwn(server, caller, 'services', params.id ?? '');
    if (!from.includes(service.phase))
      throw conflictError(server, `A service that is ${service.phase} cannot do that.`);
    if (to === null) {
      const data = dataOf(server, caller.tenant);
      if (data.credit < service.price) throw insufficientFunds(server);
      data.credit -= service.price;
      service.paidUntil += service.step;
    } else {
      service.phase = to;
    }
    if (to === 'over') {
      for (const subscription of dataOf(server, caller.tenant).subscriptions.values()) {
        if (subscription.service === service.id) subscription.running = false;
      }
    }
    return actionReply(server, serviceView(server, service));
  };
}

export const services = {
  all,
  get,
  suspend: actionHandler(['live'], 'paused'),
  unsuspend: actionHandler(['paused'], 'live'),
  terminate: actionHandler(['live', 'paused'], 'over'),
  renew: actionHandler(['live', 'paused'], null),
};
