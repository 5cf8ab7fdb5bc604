// `hosting-contract`: the mock platform as a value, for tests and tools.
export type { WorldName, WorldValues } from '../mocks/worlds/world-values.ts';
export type { FaultState, NewFault } from '../src/server/fault-injection/faults.ts';
export {
  type ArrangedMockOptions,
  createMock,
  type Mock,
  type MockOptions,
  type NewMockWorld,
  type PersonaName,
  type Scenario,
  type Served,
} from './parts/mock.ts';
export type { MockWorld } from './parts/mock-world.ts';
