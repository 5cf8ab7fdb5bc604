// Serves a mock in this process as a deployment that differs from it wherever the specification is silent, on a clock
// that the suite shares.
import type { AppOptions } from '../../src/server/app.ts';
import type { Clock } from '../../src/suite/model/clock.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import { variationOf } from '../../src/variations/vary.ts';
import { createMutantMock } from '../bite/mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from '../bite/target.ts';

/** The values of freedoms that every varied server has, unless a test chooses others. */
const CHOICES = [
  'words=other',
  'lists=bare',
  'pages=link',
  'times=offset',
  'field-keys=brackets',
  'cycle-message=pattern',
  'accepted=200 for creations',
  'www-authenticate=none',
  'tokens=EdDSA',
  'api-key-form=like a JWT',
  'foreign-ids=403',
  'malformed-json=422',
  'unknown-customer=404',
  'conflicts=409',
  'replays=200',
  'reused-keys=409',
  'services=one an item',
];

type VariedServer = {
  /** replies to requests below the base URL */
  fetch(request: Request): Promise<Response>;
  /** the clock of the server; a wait of the suite advances it and takes no real time */
  clock: Clock;
  /** the target file: base URL, credentials, bodies and values of the deployment */
  target: TargetConfig;
};

/**
 * Creates a varied server.
 * @param choices values of freedoms beside the usual ones, as `name=value`
 * @param options options of the mock, such as its limits
 */
export function createVariedServer(
  choices: readonly string[] = [],
  options: Partial<AppOptions> = {},
): VariedServer {
  const mock = createMutantMock([], { ...options, variation: variationOf([...CHOICES, ...choices]) });
  const target = targetConfig(mock);
  const transport = mockTransport(mock, target.baseUrl ?? '');
  return {
    clock: mockClock(mock),
    target,
    async fetch(request) {
      const { status, headers, bytes } = await transport.send({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
        timeout: 60_000,
      });
      const body = bytes.length === 0 ? null : new Uint8Array(bytes);
      return new Response(body, { status, headers });
    },
  };
}
