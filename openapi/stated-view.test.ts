// Compares what the document marks as stated with a reviewed file.
import { expect, test } from 'vitest';
import { statedView } from './stated-view.ts';

test('the stated view equals the file that a person has compared with the specification', async () => {
  await expect(statedView()).toMatchFileSnapshot('stated-view.snap.md');
});
