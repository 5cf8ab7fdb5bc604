// Support tickets over the public door.
import { expect, test } from 'vitest';
import { door } from './testing/door.ts';

const { as, values } = (() => {
  const mock = door();
  return { as: mock.as, values: mock.app.values };
})();
