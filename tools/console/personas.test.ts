// The story of the view Personas: each credential, and a curl line, is copied with one click.
import { expect } from 'vitest';
import { copyWith, expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('a token, an API key and a curl line are copied with one click each', async () => {
  const mock = await startMock();
  const page = await openConsole(mock, '#/personas');
  const copied = (name: string): Promise<string> => copyWith(page, name);
  expect(await copied('Copy the token of viewer')).toBe(mock.personas.viewer?.token);
  expect(await copied('Copy the API key of readOnly')).toBe(mock.personas.readOnly?.apiKey);
  expect(await copied('Copy the TOTP secret of twoFactor')).toBe(mock.personas.twoFactor?.totpSecret);
  expect(await copied('Copy a curl line as owner')).toBe(
    `curl ${mock.origin}/v1/customers -H 'Authorization: Bearer ${mock.personas.owner?.token}'`,
  );
  await expectAccessible(page);
});
