// Writes compiled validators as JavaScript modules, one for each group of schemas. ajv itself writes one module with all
// of them, which takes longer to load than everything else that a first call needs.
import type { Validator } from './load-validators.ts';

/** A schema with its compiled validators. */
export type CompiledSchema = {
  name: string;
  group: string;
  /** the function that ajv compiled for the schema */
  own: Validator;
  /** the function that the module exports for the schema: its own one, or one of an equal schema */
  validate: Validator;
};

/** The source of a compiled function. */
export type FunctionSource = {
  name: string;
  /** the function with the constants that it needs and the module has not declared yet */
  code: string;
  /** the other functions that it calls */
  calls: readonly Validator[];
};

/** What a module has declared already; only the function that writes the source of a validator reads and changes it. */
type Declared = Record<string, never>;

/**
 * Returns the texts of the modules by group. A module imports the functions that it calls from the module of their
 * group.
 * @param sourceOf returns the source of a validator, and adds its constants to what is declared
 */
export function validatorModules(
  compiled: readonly CompiledSchema[],
  sourceOf: (validate: Validator, declared: Declared) => FunctionSource,
): Map<string, string> {
  const groupOf = new Map(compiled.map(({ own, group }) => [own, group]));
  const modules = new Map<string, ValidatorModule>();
  const moduleOf = (group: string): ValidatorModule => {
    const found = modules.get(group) ?? { names: [], exported: new Set(), imports: new Map(), code: [] };
    modules.set(group, found);
    return found;
  };
  const written = new Map<Validator, string>();
  const declared = new Map<string, Declared>();
  const write = (validate: Validator): string => {
    const known = written.get(validate);
    if (known !== undefined) return known;
    const group = groupOf.get(validate);
    if (group === undefined) throw new Error('A validator calls a function that belongs to no schema.');
    const constants = declared.get(group) ?? {};
    declared.set(group, constants);
    const { name, code, calls } = sourceOf(validate, constants);
    written.set(validate, name);
    const into = moduleOf(group);
    into.code.push(code);
    for (const called of calls) importInto(group, called);
    return name;
  };
  const importInto = (group: string, validate: Validator): string => {
    const name = write(validate);
    const from = groupOf.get(validate) ?? group;
    if (from === group) return name;
    const { imports } = moduleOf(group);
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
    moduleOf(from).exported.add(name);
    return name;
  };
  for (const { name, group, validate } of compiled)
    moduleOf(group).names.push([name, importInto(group, validate)]);
  return new Map([...modules].map(([group, module]) => [group, moduleText(module)]));
}

type ValidatorModule = {
  /** the names of the schemas with the functions that validate them */
  names: [schema: string, validate: string][];
  /** the functions that other modules import */
  exported: Set<string>;
  /** the imported functions by group */
  imports: Map<string, Set<string>>;
  code: string[];
};

function moduleText({ names, exported, imports, code }: ValidatorModule): string {
  const text = code.join('\n');
  const runtime = new Set(
    [...text.matchAll(/require\("ajv\/dist\/runtime\/(\w+)"\)/g)].map(([, one]) => one),
  );
  return [
    '// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.',
    ...[...runtime].map((name) => `import ${name} from 'ajv/dist/runtime/${name}.js';`),
    ...(text.includes('= formats') ? ["import { formats } from '../../../formats.ts';"] : []),
    ...[...imports].map(
      ([group, functions]) => `import { ${[...functions].join(', ')} } from './${group}.js';`,
    ),
    text.replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, '$1.default'),
    ...(exported.size > 0 ? [`export { ${[...exported].join(', ')} };`] : []),
    'export const validators = {',
    ...names.map(([name, validate]) => `  '${name}': ${validate},`),
    '};',
    '',
  ].join('\n');
}
