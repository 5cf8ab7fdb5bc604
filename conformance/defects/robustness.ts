// Planted faults: the served description, strange characters, strange paths.

import { follows, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { each, jsonResponse, serverError, setAt } from './response-edits.ts';

export const robustness: readonly Mutant[] = [
  stated('routes/no-tls', 'a public host is spoken to without TLS', 'service/https', 'routes/https', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://api.hosting.example.com/v1')),
  ),
  stated(
    'routes/other-version',
    'the base URL ends in another version',
    'versioning/v1',
    'routes/version-one',
    (p) => p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v2')),
  ),
  ...each(
    [
      ['3.0', { openapi: '3.0.3', info: { title: 'Hosting', version: '1' }, paths: {} }],
      ['swagger', { swagger: '2.0', info: { title: 'Hosting', version: '1' }, paths: {} }],
    ] as const,
    ([label, document]) =>
      stated(
        `routes/openapi-other-kind[${label}]`,
        `/openapi.json is a description of another kind: ${label}`,
        'versioning/openapi',
        'routes/openapi',
        (p) =>
          p.request(
            ({ path }) => path === '/openapi.json',
            () => jsonResponse(200, document),
          ),
      ),
  ),
  ...each(
    [
      ['NUL', 'validation/text-with-a-NUL', /\0|\\u0000/],
      [
        'lone surrogate',
        'validation/text-with-half-a-surrogate-pair',
        /\\ud[89a-f][0-9a-f]{2}|[\ud800-\udfff]/iu,
      ],
      ['right to left', 'validation/text-with-a-change-of-direction', /\u202e|\\u202e/],
    ] as const,
    ([label, check, odd]) =>
      follows(
        `validation/odd-text-500[${label}]`,
        `a text with the character ${label} is a server error`,
        'errors/odd-strings',
        check,
        (p) => p.request('everything', (_asking, { text }) => (odd.test(text) ? serverError() : undefined)),
      ),
  ),
  ...each(
    [
      ['quote', 'routes/id-that-is-a-quote', /%27|'|%22/],
      ['dots', 'routes/id-that-is-dots', /%2e%2e|\.\./i],
      ['any', 'routes/id-that-is-a-word', /^(?!.*[0-9a-f]{8}-[0-9a-f]{4}-).*$/i],
    ] as const,
    ([label, check, odd]) =>
      follows(
        `routes/odd-id-500[${label}]`,
        `an id that is no UUID is a server error: ${label}`,
        'endpoints/odd-id-no-crash',
        check,
        (p) =>
          p.request('everything', (_asking, { path, params }) =>
            params.id !== undefined && odd.test(path) ? serverError() : undefined,
          ),
      ),
  ),
];
