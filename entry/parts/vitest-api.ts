// The functions of vitest, an optional peer dependency, that the suite's tests and the mock's fixtures use. They are
// imported statically: a dynamic import would keep CommonJS modules from loading `hosting-contract/vitest`.
export { describe, type TestAPI, test } from 'vitest';
