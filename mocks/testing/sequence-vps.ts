// For tests of random sequences: random calls on VPS instances, API keys and the tenant itself.
import type { MoveTools, ReplyIds, WeightedMove } from './sequence-move.ts';

const SKUS = ['vps-s', 'vps-m', 'vps-l', 'vps-xl', 'vps-4g', 'vps-8g', 'vps-fail', 'a server', 'ssl-dv'];
const METHODS = ['wallet', 'wallet', 'bank_transfer'];
const SCOPES = ['orders:read', 'vps:read', 'vps:write', 'api_keys:write', 'platform:admin'];

/** Builds the random calls on VPS instances, API keys and the tenant, with their weights. */
export function vpsMoves({ roll, number, pick, id, rememberIds, key, get, post }: MoveTools): WeightedMove[] {
  const learn = (answer: ReplyIds): void => {
    rememberIds('vps', answer.id);
    rememberIds('services', answer.service_id);
    rememberIds('orders', answer.order_id);
    rememberIds('tenants', answer.tenant_id);
  };
  const create = () => ({
    customer_id: id('customers'),
    sku_id: pick(SKUS, 'vps-s'),
    hostname: pick(['srv1.example.org', 'xn--bcher-kva.example', 'not a name'], 'srv1.example.org'),
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: pick(['monthly', 'quarterly', '1_year', 'one_time'], 'monthly'),
    payment_method: pick(METHODS, 'wallet'),
  });
  const resize = () => ({
    sku_id: pick(SKUS, 'vps-l'),
    payment_method: pick(METHODS, 'wallet'),
    ...(roll() < 0.4 && { allow_disk_growth: roll() < 0.5 }),
  });
  const power = () => {
    const action = pick(['start', 'stop', 'reboot'], 'stop');
    // Sometimes enough time passes before the call that a transition of an instance ends.
    return {
      ...post(`${action} server`, `/vps/${id('vps')}/${action}`),
      elapseMs: roll() < 0.5 ? 20_000 : 0,
    };
  };
  const newKey = () => ({
    name: `key ${number(50)}`,
    scopes: [...new Set([pick(SCOPES, 'vps:read'), pick(SCOPES, 'vps:read')])],
    ...(roll() < 0.3 && { expires_at: `20${27 + number(4)}-01-31T12:00:00Z` }),
  });
  return [
    [6, () => ({ ...post('create server', '/vps', create()), ...key, rememberReply: learn })],
    [2, () => get('list servers', '/vps', pick(['', 'status=running', 'region=de-fra'], ''))],
    [2, () => get('get server', `/vps/${id('vps')}`)],
    [6, power],
    [4, () => ({ ...post('resize server', `/vps/${id('vps')}/resize`, resize()), ...key })],
    [2, () => ({ name: 'terminate server', method: 'DELETE', path: `/vps/${id('vps')}` })],
    [
      1,
      () => ({
        ...post('create key', '/api-keys', newKey()),
        rememberReply: (answer) => rememberIds('api-keys', answer.id),
      }),
    ],
    [0.5, () => get('list keys', '/api-keys', pick(['', 'status=expired', 'sort=expires_at'], ''))],
    [0.5, () => get('key usage', `/api-keys/${id('api-keys')}/usage`)],
    [0.5, () => ({ name: 'revoke key', method: 'DELETE', path: `/api-keys/${id('api-keys')}` })],
    [0.5, () => get('get tenant', `/tenants/${id('tenants')}`)],
    [0.5, () => get('tenant usage', `/tenants/${id('tenants')}/usage`)],
    [
      0.3,
      () => {
        const body = { name: `Tenant ${number(9)}`, ...(roll() < 0.2 && { tier: 'pro' }) };
        return { name: 'update tenant', method: 'PUT', path: `/tenants/${id('tenants')}`, body };
      },
    ],
  ];
}
