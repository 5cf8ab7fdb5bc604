// What a target file says of a deployment: credentials, areas and the base URL.

import { isObject } from '../../contract/is-object.ts';
import { answer, refusal, removeAt, setAt, textAt, valueAt } from '../edits.ts';
import { type Apply, answerWith, eachValue, type Freedom, freedom, onlyByName } from '../freedom.ts';
import { open } from '../sentences.ts';

const AREAS = [
  'tenants',
  'domains',
  'hosting',
  'ssl',
  'dns',
  'email',
  'vps',
  'support',
  'webhooks',
  'api-keys',
];

const notOffered =
  (areas: readonly string[], paths: RegExp, status = 404): Apply =>
  (p) => {
    p.target((file) => {
      const given = valueAt(file, 'capabilities');
      const missing = Object.fromEntries(areas.map((area) => [area, false]));
      setAt(file, 'capabilities', { ...(isObject(given) ? given : {}), ...missing });
    });
    answer(p, 'everything', refusal(status, 'NOT_OFFERED', 'There is no such path.'), ({ path }) =>
      paths.test(path),
    );
  };

export const target: readonly Freedom[] = [
  ...onlyByName(
    freedom('base-url', 'the form of the base URL', open.BASE, {
      prefix: (p) => p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/api/hosting/v1')),
      slash: (p) => p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v1/')),
    }),
    freedom(
      'credentials-without',
      'the credential that the target file lacks',
      open.CREDENTIALS,
      eachValue(
        ['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked', 'reseller'],
        (name) => (p) => p.target((file) => removeAt(file, `credentials.${name}`)),
      ),
    ),
    freedom(
      'credentials-mistaken',
      'a mistake of the target file',
      open.CREDENTIALS,
      {
        'expired is valid': (p) =>
          p.target((file) =>
            setAt(file, 'credentials.expired', { token: textAt(file, 'credentials.tenantA.apiKey') }),
          ),
        "limited is tenantB's": (p) =>
          p.target((file) =>
            setAt(file, 'credentials.limited', { apiKey: textAt(file, 'credentials.tenantB.apiKey') }),
          ),
      },
      { incomplete: 'a credential is not what the target file says' },
    ),
    freedom('areas-without', 'the areas that are not offered', open.AREAS, {
      ...Object.fromEntries(
        AREAS.flatMap((area) =>
          [404, 501].map((status) => [
            `${area} ${status}`,
            notOffered([area], new RegExp(`^/${area}`), status),
          ]),
        ),
      ),
      'domains, vps, email': notOffered(['domains', 'vps', 'email'], /^\/(domains|vps|email)/),
      billing: notOffered(['billing'], /^\/(invoices|subscriptions|payments|wallet)/),
      customers: notOffered(['customers'], /^\/customers/),
    }),
  ),
  freedom('openapi', 'whether /openapi.json is served', open.OPENAPI, {
    none: answerWith(
      'everything',
      refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
      ({ path }) => path === '/openapi.json',
    ),
  }),
];
