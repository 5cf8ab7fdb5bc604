// `hosting-contract/msw`: the mock as handlers for MSW, in Node and in pages.
export { type Handlers, handlers } from './parts/handlers.ts';
export type { Mock, MockOptions, MockWorld, PersonaName } from './parts/mock.ts';
