// Writes compiled validators as JavaScript modules, one for each group of schemas. ajv itself writes one module with all
// of them, which takes longer to load than everything else that a first call needs.
import type { Validator } from './load-validators.ts';

export type CompiledSchema = {
  name: string;
  group: string;
  /** the function that ajv compiled for the schema */
  own: Validator;
  /** the function that the module exports for the schema: its own one, or one of an equal schema */
  validate: Validator;
};

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
  names: [schema: string, validate: string][];
  /** the functions that other modules import */
  exported: Set<string>;
  /** the imported functions by group */
  imports: Map<string, Set<string>>;
  code: string[];
};

function moduleText({ names, exported, imports, code }: ValidatorModule): string {
  const text = withPlainPaths(withQuickLengths(code.join('\n')));
  const runtime = new Set(
    [...text.matchAll(/require\("ajv\/dist\/runtime\/(\w+)"\)/g)].map(([, one]) => one),
  );
  return [
    '// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.',
    ...[...runtime].map((name) => `import ${name} from 'ajv/dist/runtime/${name}.js';`),
    ...(text.includes('= formats') ? ["import { formats } from '../../../validation/formats.ts';"] : []),
    ...(text.includes('= hasRepeatedItem')
      ? ["import { hasRepeatedItem } from '../../../json/canonical-json.ts';"]
      : []),
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

/** Matches the second parameter of a function that ajv wrote, and the second argument of a call of one. */
const CONTEXT_PARAMETER =
  /\{instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors=\{\}\}=\{\}/g;
const CONTEXT_ARGUMENT =
  /\{instancePath(?::((?:(?!parentData|schemaPath).)+))?,parentData(?:(?!rootData).)+,rootData,dynamicAnchors\}/g;
/** Matches how a function clears what it found out about a value at its last call. */
const RESET_EVALUATED =
  /const (evaluated\d+) = (\w+)\.evaluated;if\(\1\.dynamicProps\)\{\1\.props = undefined;\}if\(\1\.dynamicItems\)\{\1\.items = undefined;\}/g;
/** Matches what is known of every value of a schema, so that the function finds nothing out. */
const CONSTANT_EVALUATED = /(\w+)\.evaluated = \{[^\n;]*"dynamicProps":false,"dynamicItems":false\}/g;

// Gives the functions the path of the value as a text and not in an object, which every call would create: nothing else
// of that object is used without `$dynamicRef` and keywords that change a value. Throws Error when the text uses the
// object otherwise.
function withPlainPaths(text: string): string {
  const constant = new Set([...text.matchAll(CONSTANT_EVALUATED)].map(([, validate]) => validate));
  const plain = text
    .replace(CONTEXT_PARAMETER, 'instancePath=""')
    .replace(CONTEXT_ARGUMENT, (_, path: string | undefined) => path ?? 'instancePath')
    .replace(RESET_EVALUATED, (reset, _, validate: string) => (constant.has(validate) ? '' : reset));
  const left = /.{0,80}\b(?:parentData|rootData|dynamicAnchors)\b.{0,80}/.exec(plain);
  if (left) throw new Error(`ajv writes validators in another form: ${left[0]}`);
  return plain;
}

// Compares the length before the characters are counted: they are at most as many, and at least half.
function withQuickLengths(text: string): string {
  const counters = [...text.matchAll(/const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g)];
  return counters.reduce(
    (quick, [, count]) =>
      quick
        .replace(
          new RegExp(`\\b${count}\\((\\w+)\\) > (\\d+)`, 'g'),
          (all, text, most) => `(${text}.length > ${most} && ${all})`,
        )
        .replace(
          new RegExp(`\\b${count}\\((\\w+)\\) < (\\d+)`, 'g'),
          (all, text, least) => `(${text}.length < ${2 * Number(least)} && ${all})`,
        ),
    text,
  );
}
