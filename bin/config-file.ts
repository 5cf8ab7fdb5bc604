// `hosting-contract.config.ts`: the options that commands have without being asked, from a file in the current folder.
import { existsSync } from 'node:fs';
import { didYouMean } from '../src/contract/did-you-mean.ts';
import { isObject } from '../src/contract/is-object.ts';
import { readJsonOrModule } from '../src/contract/read-file.ts';
import { escapeConsoleLine } from '../src/suite/formats/escape.ts';
import type { Command } from './commander.ts';

const SECTIONS = ['mock', 'conform', 'types', 'cope'];
const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `hosting-contract.config.${ending}`);
const EXAMPLE = "defineConfig({ mock: { world: 'edge' } })";

/** The options of a command that choose another target than the one of the file. */
const OWN_TARGET = ['self', 'demo'];

/**
 * Gives a command the options of the file that the command line leaves out. Only the current folder is searched; a module
 * there is code that runs. `--config` before the command names another file.
 */
export async function applyConfigFile(command: Command): Promise<void> {
  const name = command.name();
  if (!SECTIONS.includes(name)) return;
  const file = command.parent?.opts<{ config?: string }>().config;
  const found = file === undefined ? NAMES.filter((one) => existsSync(one)) : [file];
  const fail = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
  if (found.length > 1) fail(`${found.join(' and ')} stand side by side: keep one of them.`);
  const [path] = found;
  if (path === undefined || OWN_TARGET.some((one) => command.getOptionValue(one) === true)) return;
  const config = await readJsonOrModule(path, EXAMPLE).catch(({ message }: Error) => fail(message));
  const unknown = (where: string, key: string, known: readonly string[]): never =>
    fail(`${path}: ${where} no member ${JSON.stringify(key)}${didYouMean(key, known) || '.'}`);
  if (!isObject(config)) return fail(`${path} is no object; write: export default ${EXAMPLE}.`);
  for (const key of Object.keys(config)) if (!SECTIONS.includes(key)) unknown('it has', key, SECTIONS);
  const section = config[name] ?? {};
  if (!isObject(section)) return fail(`${path}: ${name} is no object.`);
  const options = new Map(command.options.map((option) => [option.attributeName(), option]));
  const used = Object.entries(section).filter(([key, value]) => {
    const option = options.get(key) ?? unknown(`${name} has`, key, [...options.keys()]);
    if (command.getOptionValueSource(key) === 'cli') return false;
    try {
      command.setOptionValueWithSource(key, parsed(option, value), 'config');
    } catch (error) {
      fail(`${path}: ${name}.${key}: ${error instanceof Error ? error.message : error}`);
    }
    return true;
  });
  const names = used.map(([key]) => key).join(', ') || 'nothing that the command line leaves out';
  process.stderr.write(`${escapeConsoleLine(`${path}: ${names}`)}\n`);
}

// Reads a value as the command line does. Throws Error that says what the option takes.
function parsed({ required, optional, parseArg }: Command['options'][number], value: unknown): unknown {
  if (typeof value === 'boolean' && !required) return value;
  if (!required && !optional) throw new Error('It must be true or false.');
  const given = Array.isArray(value) ? value : [value];
  if (given.length === 0 || !given.every((one) => typeof one === 'string' || typeof one === 'number'))
    throw new Error('It must be a text or a number, or a list of them where the option repeats.');
  let result: unknown;
  for (const one of given) result = parseArg ? parseArg(String(one), result) : String(one);
  const isList = Array.isArray(result) && result.length >= given.length;
  if (given.length > 1 && !isList) throw new Error('It takes one value: write one text.');
  return result;
}
