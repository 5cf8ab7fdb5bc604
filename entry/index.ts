// `hosting-contract`: the mock platform as a value, for tests and tools.
export {
  type ArrangedMockOptions,
  createMock,
  type Mock,
  type MockOptions,
  type MockWorld,
  type PersonaName,
  type Scenario,
  type Served,
} from './parts/mock.ts';
