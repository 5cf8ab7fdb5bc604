// Runs Portman, which makes a Postman collection from the document, with contract, variation and integration tests.
// Newman runs the collection.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { totpCode } from '../../../mocks/identity/totp.ts';
import { operation } from '../../../src/contract/operations.ts';
import { documents, PREPARED } from '../prepared.ts';
import { execute } from '../run.ts';
import type { PlainCall, Ready } from '../server-ready.ts';
import { HOME, stableMessage, type Tool } from '../tool.ts';
import { UNKNOWN_ID } from './dredd.ts';

const PORTMAN = join(HOME, 'node_modules/@apideck/portman/bin/portman');
const NEWMAN = join(HOME, 'node_modules/newman/bin/newman.js');
const on = { enabled: true };

/** Operations that create a record, each with the operation that reads the record by the id assigned to it. */
const STORIES = [
  ['createCustomer', 'getCustomer'],
  ['createOrder', 'getOrder'],
  ['createTicket', 'getTicket'],
  ['createWebhook', 'getWebhook'],
  ['createApiKey', 'getApiKey'],
  ['createDnsZone', 'getDnsZone'],
] as const;

const bearer = (name: string): object => ({ overwriteRequestSecurity: { bearer: { token: `{{${name}}}` } } });
const pathId = (value: string): object => ({
  overwriteRequestPathVariables: [{ key: 'id', value, overwrite: true }],
});

function variation(ids: readonly string[], status: number, name: string, overwrites: object[]): object {
  const test = [
    { statusCode: { enabled: true, code: status } },
    { contentType: on },
    { schemaValidation: on },
  ];
  return {
    openApiOperationIds: ids,
    openApiResponse: String(status),
    variations: [{ name, overwrites, tests: { contractTests: test } }],
  };
}

function configuration(calls: readonly PlainCall[]): object {
  const ids = (fits: (call: PlainCall) => boolean): string[] =>
    calls.filter(fits).map(({ operation: id }) => id);
  const reads = ({ operation: id }: PlainCall): boolean => operation(id).method === 'GET';
  return {
    version: 1.0,
    tests: {
      contractTests: [
        {
          openApiOperation: '*::/*',
          contentType: on,
          headersPresent: on,
          schemaValidation: on,
        },
        ...[200, 201].map((code) => ({
          openApiOperationIds: ids(({ operation: id }) => operation(id).success === code),
          statusCode: { enabled: true, code },
        })),
      ],
      variationTests: [
        variation(
          ids(({ as }) => as !== null),
          401,
          'bad token',
          [bearer('nobody')],
        ),
        variation(
          ids((call) => reads(call) && call.params.id !== undefined),
          404,
          'unknown id',
          [pathId(UNKNOWN_ID)],
        ),
        variation(
          ids((call) => reads(call) && call.params.id !== undefined && call.as === 'owner'),
          operation('getCustomer').statuses.includes(404) ? 404 : 403,
          'of another tenant',
          [bearer('otherOwner')],
        ),
        variation(
          ids((call) => call.as === 'owner' && !reads(call) && call.operation !== 'checkDomain'),
          403,
          'a key that may only read',
          [bearer('readOnly')],
        ),
        ...calls
          .filter(({ body }) => body !== undefined && Object.keys(body).length > 0)
          .map(({ operation: id, body = {} }) =>
            variation([id], 422, 'every field an object', [
              {
                overwriteRequestBody: Object.keys(body).map((key) => ({
                  key,
                  value: { no: 'such value' },
                  overwrite: true,
                })),
              },
            ]),
          ),
      ],
      integrationTests: STORIES.map(([create, read]) => ({
        name: `${create}, then ${read}`,
        operations: [
          {
            openApiOperationId: read,
            variations: [
              {
                name: 'what was created',
                overwrites: [pathId(`{{${create}Id}}`)],
                tests: {
                  contractTests: [{ statusSuccess: on }, { schemaValidation: on }],
                  contentTests: [{ responseBodyTests: [{ key: 'id', value: `{{${create}Id}}` }] }],
                },
              },
            ],
          },
        ],
      })),
    },
    assignVariables: STORIES.map(([create]) => ({
      openApiOperationId: create,
      collectionVariables: [{ responseBodyProp: 'id', name: `${create}Id` }],
    })),
    overwrites: [
      {
        openApiOperation: '*::/*',
        overwriteRequestHeaders: [{ key: 'Idempotency-Key', value: '', remove: true }],
      },
      ...calls
        .filter(({ as }) => as !== null && as !== 'owner')
        .map(({ operation: id, as }) => ({ openApiOperationId: id, ...bearer(as ?? '') })),
      {
        openApiOperationId: 'verifyTwoFactor',
        overwriteRequestBody: [{ key: 'totp_code', value: '{{totp}}', overwrite: true }],
      },
    ],
    globals: { securityOverwrites: { bearer: { token: '{{owner}}' } }, stripResponseExamples: true },
  };
}

/** Makes the Postman collection unless it exists. */
async function collectionOf({ calls }: Ready): Promise<string | null> {
  const file = join(PREPARED, 'collection.json');
  if (existsSync(file)) return file;
  const folder = join(PREPARED, 'portman');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'portman.json'), JSON.stringify(configuration(calls), null, 1));
  const postman = {
    folderStrategy: 'Paths',
    parametersResolution: 'Example',
    enableOptionalParameters: false,
  };
  writeFileSync(join(folder, 'postman.json'), JSON.stringify(postman));
  await execute(
    [
      process.execPath,
      PORTMAN,
      ...['-l', documents(calls).full, '-c', 'portman.json', '-s', 'postman.json', '-o', file],
      ...['-b', '{{target}}', '-t', 'true'],
    ],
    folder,
    300_000,
  );
  return existsSync(file) ? file : null;
}

type Report = {
  run: { failures: { source?: { name?: string }; error: { test?: string; message: string } }[] };
};

/** Runs Portman on a server of the comparison. */
export const portman: Tool = {
  name: 'Portman',
  version: '1.33.0',
  how: 'Contract tests (status, media type, headers, schema) on every operation, with good ids, bodies and tokens; variations for a bad token (401), an unknown id and the id of another tenant (404), a key that may only read (403) and fields of a wrong type (422); six stories with assigned variables that read what they created. Newman 6.2.2 ran the collection.',
  patience: 200,
  missing: () => (existsSync(PORTMAN) ? null : 'it is not installed'),
  async run({ ready, folder, patience }) {
    const collection = await collectionOf(ready);
    if (!collection) return { alarms: [], incompleteBecause: 'it made no collection' };
    const out = join(folder, 'newman.json');
    const { totpSecret } = { ...ready.target.credentials?.twoFactor };
    const variables = {
      target: ready.baseUrl,
      baseUrl: ready.baseUrl,
      nobody: 'not-a-token',
      bearerToken: String(ready.tokens.owner),
      totp: typeof totpSecret === 'string' ? totpCode(totpSecret, Date.now()) : '',
      ...ready.tokens,
    };
    const { late } = await execute(
      [
        process.execPath,
        NEWMAN,
        ...['run', collection, '-r', 'json', '--reporter-json-export', out, '--timeout-request', '5000'],
        ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ],
      folder,
      patience,
    );
    if (!existsSync(out))
      return { alarms: [], incompleteBecause: late ? 'it hung' : 'it ended without a report' };
    const { run } = JSON.parse(readFileSync(out, 'utf8')) as Report;
    return {
      alarms: run.failures.map(({ source, error }) =>
        stableMessage(`${source?.name}: ${error.test ?? ''}: ${error.message}`),
      ),
    };
  },
};
