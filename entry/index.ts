// `hosting-contract`: the mock platform as a value, for tests and tools.
export {
  createMock,
  type Mock,
  type MockOptions,
  type MockWorld,
  type PersonaName,
  type Served,
} from './parts/mock.ts';
