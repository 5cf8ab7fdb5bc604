// Checks of invalid fields of instances, tickets, webhook endpoints and API keys, one field per check. The fields are
// those chosen by this contract.
import {
  creationRequest,
  type InvalidFieldRow,
  invalidFieldChecks,
  type ValidRequest,
} from '../../support/request-bodies/invalid-fields.ts';

const checksFor = (
  request: Pick<ValidRequest, 'operation' | 'uses' | 'accepted' | 'call'>,
  area: string,
  rows: readonly (readonly [path: string, value: unknown, id: string])[],
) =>
  invalidFieldChecks(
    {
      ...request,
      what: request.operation,
      area,
      mode: area === 'vps' ? 'full' : 'safe',
      after: [`${area}/create`],
    },
    rows.map(([path, value, id]): InvalidFieldRow => [path, value, 'errors/other-fields', 'should', id]),
  ).checks;

export const platformValidation = [
  ...checksFor(creationRequest('instance'), 'vps', [
    ['hostname', 'not a host name', 'odd'],
    ['billing_cycle', 'weekly', 'odd'],
  ]),
  ...checksFor(creationRequest('ticket', { priority: 'normal' }), 'support', [
    ['message', undefined, 'missing'],
    ['priority', 'whenever', 'odd'],
  ]),
  ...checksFor(creationRequest('webhook endpoint'), 'webhooks', [
    ['url', 'not a URL', 'odd'],
    ['events', [], 'empty'],
  ]),
  ...checksFor(creationRequest('API key'), 'api-keys', [
    ['name', undefined, 'missing'],
    ['scopes.0', 'no such scope', 'odd'],
  ]),
];
