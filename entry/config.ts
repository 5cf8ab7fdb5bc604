// `hosting-contract/config`: the type of `hosting-contract.config.ts`.
import type { CopeFlags } from '../bin/cope-run.ts';
import type { MockFlags } from '../bin/mock/mock-flags.ts';
import type { TypesFlags } from '../bin/types.ts';
import type { RunFlags } from '../src/suite/cli/flags.ts';

/** A value as the command line takes it. */
type Given<Value> = Value extends boolean
  ? boolean | 'on' | 'off'
  : Value extends string | number
    ? Value
    : string | readonly string[];

type Options<Flags> = { [Name in keyof Flags]?: Given<Exclude<Flags[Name], undefined>> };

/** The options that the commands have when the command line leaves them out, under the names of the flags in camel case. */
export type HostingConfig = {
  mock?: Options<MockFlags>;
  conform?: Options<Omit<RunFlags, 'self' | 'list' | 'plan'>>;
  types?: Options<TypesFlags>;
  cope?: Options<CopeFlags>;
};

/** Returns the options unchanged, and gives them their type: `export default defineConfig({ mock: { world: 'edge' } })`. */
export const defineConfig = (config: HostingConfig): HostingConfig => config;
