// Keeps what the document claims to be stated in a file that a person compares with the specification.
import { expect, test } from 'vitest';
import { statedView } from './stated-view.ts';

test('the stated view is the one a person has compared with the specification', async () => {
  await expect(statedView()).toMatchFileSnapshot('stated-view.snap.md');
});
