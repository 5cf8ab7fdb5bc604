// The second server's service instances, whose phases have names of their own.
import type { Service } from './books.ts';
import { booksOf, conflict, done, type Handler, type Kit, list, own, short, show } from './kit.ts';

export const serviceView = (kit: Kit, service: Service): Record<string, unknown> => ({
  id: service.id,
  product: service.product,
  owner: service.customer,
  phase: service.phase,
  paid_until: show(kit, service.paidUntil),
  created_at: show(kit, service.born),
});

const all: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).services.values(), (service) => serviceView(kit, service));

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: serviceView(kit, own(kit, caller, 'services', params.id ?? '')),
});

/** An action that moves a service from some phases to another. */
function action(from: readonly string[], to: string | null): Handler {
  return (_ask, params, caller, kit) => {
    const service = own(kit, caller, 'services', params.id ?? '');
    if (!from.includes(service.phase))
      throw conflict(kit, `A service that is ${service.phase} cannot do that.`);
    if (to === null) {
      const books = booksOf(kit, caller.tenant);
      if (books.credit < service.price) throw short(kit);
      books.credit -= service.price;
      service.paidUntil += service.step;
    } else {
      service.phase = to;
    }
    if (to === 'over') {
      for (const subscription of booksOf(kit, caller.tenant).subscriptions.values()) {
        if (subscription.service === service.id) subscription.running = false;
      }
    }
    return done(kit, serviceView(kit, service));
  };
}

export const services = {
  all,
  get,
  suspend: action(['live'], 'paused'),
  unsuspend: action(['paused'], 'live'),
  terminate: action(['live', 'paused'], 'over'),
  renew: action(['live', 'paused'], null),
};
