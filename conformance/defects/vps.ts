// Defects of VPS instances: their power state and their size.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated } from './define-mutant.ts';
import {
  changeAt,
  each,
  header,
  isSuccess,
  jsonResponse,
  NOT_IMPLEMENTED,
  recordsIn,
  replaceResponse,
  setAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Shows one status of a VPS as another status in every reply that contains a VPS. */
function showStateAs(p: Injector, state: string, other: string): void {
  p.reply(['getVps', 'listVps', 'startVps', 'stopVps', 'rebootVps', 'resizeVps'], (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      changeAt(record, 'status', (status) => (status === state ? other : status));
  });
}

export const vps: readonly Mutant[] = [
  chosen(
    'vps/shown-in-wrong-state[stopVps]',
    'an instance that was stopped is shown as broken',
    'states/vps-action-visible',
    'vps/stop-shows',
    (p) => showStateAs(p, 'stopped', 'error'),
  ),
  chosen(
    'vps/shown-in-wrong-state[startVps]',
    'an instance that runs is shown as suspended',
    'states/vps-action-visible',
    'vps/start-shows',
    (p) => showStateAs(p, 'running', 'suspended'),
  ),
  chosen(
    'vps/shown-in-wrong-state[resizeVps]',
    'an instance is shown without its product once it was resized',
    'states/vps-action-visible',
    'vps/resize-shows',
    (p) => {
      const resized = new Set<string>();
      p.reply('resizeVps', (reply, { params }) => {
        if (isSuccess(reply)) resized.add(params.id ?? '');
      });
      p.reply('getVps', (reply, { params }) => {
        if (isSuccess(reply) && resized.has(params.id ?? '')) setAt(reply.json, 'sku_id', 'unknown');
      });
    },
  ),
  chosen(
    'vps/resize-to-same-accepted',
    'an instance can be resized to the product it has',
    'vps/resize-to-another-size',
    'vps/resize-to-the-same',
    (p) =>
      p.reply('resizeVps', (reply, { params }) => {
        if (reply.status !== 422) return;
        const vps = p.readDb((db) => db.table('vps').find(params.id ?? ''));
        if (vps?.status === 'running') replaceResponse(reply, jsonResponse(200, { ...vps }));
      }),
  ),
  ...each(
    [
      ['stopVps', 'stop', 'running'],
      ['startVps', 'start', 'stopped'],
    ] as const,
    ([operation, action, state]) =>
      stated(
        `vps/power-not-changed[${operation}]`,
        `${operation} is acknowledged and nothing happens`,
        [`endpoints/${action}-vps`, 'states/vps-actions', 'states/acknowledged-action-happens'],
        `vps/${action}-happens`,
        (p) =>
          p.handler(operation, ({ request, db }, go) => {
            go();
            return db.table('vps').update(request.params.id ?? '', { status: state });
          }),
      ),
  ),
  chosen(
    'vps/start-202',
    'starting a machine answers 202',
    'endpoints/creates-answer-201',
    'statuses/success-as-documented',
    (p) =>
      p.reply(['startVps', 'stopVps', 'rebootVps'], (reply) => {
        if (reply.status === 200) reply.status = 202;
      }),
  ),
  stated(
    'vps/downgrade-not-offered',
    'a resize to the first product of an instance is not implemented',
    ['endpoints/resize-vps', 'states/vps-actions'],
    'vps/resize-both-ways',
    (p) => {
      const resized = new Set<string>();
      p.reply('resizeVps', (reply, { params }) => {
        const id = params.id ?? '';
        if (resized.has(id) && header(reply, 'Idempotent-Replayed') === undefined)
          replaceResponse(reply, NOT_IMPLEMENTED);
        else if (isSuccess(reply)) resized.add(id);
      });
    },
  ),
  stated(
    'vps/resize-not-done',
    'a resize is acknowledged and the machine keeps its size',
    ['endpoints/resize-vps', 'states/vps-actions'],
    'vps/resize-happens',
    (p) =>
      p.handler('resizeVps', ({ request, db }, go) => {
        const v = db.table('vps').find(request.params.id ?? '');
        const result = go();
        if (v && isObject(result))
          db.table('vps').update(v.id, {
            sku_id: v.sku_id,
            vcpus: v.vcpus,
            memory_mb: v.memory_mb,
            disk_gb: v.disk_gb,
          });
        return result;
      }),
  ),
  stated(
    'vps/reboot-stops',
    'a reboot leaves the machine stopped',
    ['endpoints/reboot-vps', 'states/vps-actions'],
    'vps/reboot-happens',
    (p) =>
      p.handler('rebootVps', ({ request, db }, go) => {
        const result = go();
        db.table('vps').update(request.params.id ?? '', { status: 'stopped' });
        return result;
      }),
  ),
];
