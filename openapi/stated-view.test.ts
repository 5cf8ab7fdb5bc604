// Compares everything that the document marks as stated with a file that a person has reviewed.
import { expect, test } from 'vitest';
import { statedView } from './testing/stated-view.ts';

test('the stated parts of the document equal the file that a person has compared with the specification', async () => {
  await expect(statedView()).toMatchFileSnapshot('stated-view.snap.md');
});
