// Checks of instances (VPS): provision, read, list and terminate an instance.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, request } from '../expectations.ts';
import { readResource, resources } from '../support/fixtures/created-resources.ts';
import { waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { expectListed } from '../support/reply-readers/list-lookup.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged } from '../support/reply-readers/shown-changes.ts';
import { resourceChecks } from '../support/resource-checks.ts';
import { expectAccepted, stableVps, waitUntilVpsStable } from './vps-lifecycle.ts';

const { row } = checksOf({ area: 'vps', mode: 'full' });

const terminatedVps = fixture('terminated instance', {
  uses: [resources.instance],
  after: ['vps/terminate'],
  async make(t: CheckContext) {
    const { id } = await t.use(resources.instance);
    // The end of a transition would change the instance even without the termination, so the check waits until the status
    // is stable.
    const before = await waitUntilVpsStable(t, id);
    const terminate = (): Promise<Exchange> => request(t, 'terminateVps', { params: { id } });
    const termination = await terminate();
    await waitForReadLag(t);
    const after = await readResource(t, 'instance', id);
    const laterRead = await request(t, 'startVps', { params: { id } });
    // A rule judges what the repeated request is answered.
    await terminate();
    return { before, termination, after, laterRead };
  },
});
export const instances = [
  ...resourceChecks('instance', 'provision a VPS', { read: stableVps }),
  // Calls on the instance follow each other so closely that the rule about lists seldom judges it.
  row('vps/in-list', 'endpoints/list-vps', resources.instance, {
    must: 'list an instance that was provisioned',
    after: ['final-read/listVps'],
    expect: (t, { id }) => expectListed(t, 'listVps', id),
  }),
  row('vps/terminate', 'endpoints/terminate-vps', terminatedVps, {
    must: 'terminate an instance by DELETE',
    phase: 'last',
    destructive: true,
    after: ['vps/create', 'vps/get'],
    expect: (t, { before, termination, after }) =>
      expectAccepted(t, { before, reply: termination, after }, /./),
  }),
  row('vps/terminate-changes', 'states/acknowledged-action-happens', terminatedVps, {
    must: 'not show a terminated instance as if nothing had happened',
    phase: 'last',
    async expect(t, { before, termination: action, after, laterRead }) {
      const { id } = await t.use(resources.instance);
      // When the later start of the terminated instance succeeded, a further read would not show the effect of the
      // termination.
      const read = async () => (isSuccess(laterRead) ? after : readResource(t, 'instance', id));
      await expectChanged(t, { what: 'instance', before, action, after, read });
    },
  }),
  row('vps/terminated-is-final', 'states/vps-terminated-final', terminatedVps, {
    should: 'keep a terminated instance readable as `terminated`, and refuse to start it',
    phase: 'last',
    after: ['vps/terminate-changes'],
    given: ['termination'],
    expect(t: CheckContext, { after, laterRead }) {
      t.expect(after).success();
      equals(t, statusIn(after.json), 'terminated', 'it has another status', after);
      t.expect(laterRead).refused();
    },
  }),
];
