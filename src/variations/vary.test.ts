// Tests the choice of variations by name and by seed, their mapping, and variations in front of a server over HTTP.
import { expect, test } from 'vitest';
import { createMock } from '../../entry/index.ts';
import { choiceText, freedoms, parseVariation, seededVariation, variationOf, variedFetch } from './vary.ts';

const texts = (chosen: ReturnType<typeof parseVariation>): string[] => chosen.choices.map(choiceText);

test('choices are ordered from the outermost to the innermost, and the values of the mock are left out', () => {
  expect(texts(parseVariation('conflicts=409,casing=camel,encoding=gzip,words=own'))).toEqual([
    'encoding=gzip',
    'casing=camel',
    'conflicts=409',
  ]);
  expect(texts(parseVariation('errors=flat, empty errors,pages=offset'))).toHaveLength(2);
});

test('unknown freedoms and values are refused with the nearest one', () => {
  expect(() => parseVariation('casin=camel')).toThrow('There is no freedom "casin": did you mean casing?');
  expect(() => variationOf(['casing=camal'])).toThrow('did you mean casing=camel? Its values are snake |');
});

test('a seed always chooses the same, and 6000 seeds choose every value that a seed may choose', () => {
  expect(texts(seededVariation(7))).toEqual(texts(parseVariation('7')));
  const seen = new Set(Array.from({ length: 6000 }, (_, seed) => texts(seededVariation(seed))).flat());
  const wanted = freedoms
    .filter(({ bySeed }) => bySeed !== false)
    .flatMap(({ name, values }) => Object.keys(values).map((value) => `${name}=${value}`));
  expect(wanted.filter((choice) => !seen.has(choice))).toEqual([]);
});

test('no two freedoms have one name, and each says which sentence leaves it open', () => {
  const names = freedoms.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(freedoms.filter(({ open, values }) => open === '' || Object.keys(values).length === 0)).toEqual([]);
});

test('a varied server is called by fetch: names, ids and lists are those of the deployment, both ways', async () => {
  await using mock = await createMock({ clock: 'frozen', seed: 1 });
  const choices = [
    'casing=camel',
    'id-name=uuid',
    'id-form=prefixed',
    'lists=items',
    'page-size=3',
    'pages=token',
  ];
  const call = variedFetch(variationOf(choices), (request) => mock.fetch(request));
  const headers = {
    authorization: `Bearer ${mock.personas.owner?.apiKey}`,
    'content-type': 'application/json',
  };
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const url = `http://127.0.0.1/v1${path}`;
    const reply = await call(
      new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
    return (await reply.json()) as Record<string, unknown>;
  };
  const zone = await send('POST', '/dns/zones', { name: 'varied.example' });
  expect(zone).toMatchObject({
    uuid: expect.stringMatching(/^d?z\w*_/),
    name: 'varied.example',
    recordCount: 0,
  });
  expect(await send('GET', `/dns/zones/${zone.uuid}`)).toMatchObject({ uuid: zone.uuid });
  const customer = { email: 'ada@varied.example', firstName: 'Ada', lastName: 'Byron' };
  expect(await send('POST', '/customers', customer)).toMatchObject(customer);
  const { items, meta } = await send('GET', '/customers');
  expect(items).toHaveLength(3);
  const { nextCursor } = meta as { nextCursor: string };
  expect((await send('GET', `/customers?cursor=${nextCursor}`)).items).not.toEqual(items);
  expect(await send('POST', '/customers', { ...customer, email: 'no' })).toMatchObject({
    error: { errors: { email: [expect.any(String)] } },
  });
});

test('a variation that needs a setting of the mock or stored data is refused in front of any other server', () => {
  const next = async (): Promise<Response> => new Response();
  expect(() => variedFetch(variationOf(['errors=flat 422']), next)).toThrow('setting errorShape');
});
