// `hosting-contract/msw`: the mock as request handlers for MSW, in Node and in browser pages.
export { type Handlers, handlers } from './parts/handlers.ts';
export type { Mock, MockOptions, PersonaName } from './parts/mock.ts';
export type { MockWorld } from './parts/mock-world.ts';
