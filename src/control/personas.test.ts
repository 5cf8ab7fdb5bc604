// Tests of the persona that a logged request names.
import { expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../server/app.ts';
import { controlApi } from './control-api.ts';

test('a request names its persona: by token, by API key, and by another session of the same user', async () => {
  const app = createApp(hostingMock, { clock: 'frozen' });
  const { requests } = controlApi(app);
  const { owner, expired } = app.personas;
  const send = async (authorization?: string, path = '/customers', body?: object) => {
    const response = await app.fetch(
      new Request(`http://mock/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const json = (await response.json()) as { token?: string };
    return { persona: requests.get('last').persona, token: json.token };
  };
  expect((await send(`Bearer ${owner?.token}`)).persona).toBe('owner');
  expect((await send(`bearer ${owner?.apiKey}`)).persona).toBe('owner');
  expect((await send(`Bearer ${expired?.token}`)).persona).toBe('expired');
  expect((await send()).persona).toBeNull();
  expect((await send('Bearer nobody')).persona).toBeNull();
  const login = await send(undefined, '/auth/login', { email: owner?.email, password: owner?.password });
  expect(login.persona).toBeNull();
  expect(login.token).not.toBe(owner?.token);
  expect((await send(`Bearer ${login.token}`)).persona).toBe('owner');
  expect(requests.list({ caller: 'owner' }).total).toBe(3);
});
