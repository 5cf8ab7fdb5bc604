// `hosting-contract scenario`: writes the JSON Schema of scenario files, or checks scenario files.
import { hostingMock } from '../mocks/index.ts';
import { readJsonOrModule } from '../src/contract/read-file.ts';
import { scenarioSchema } from '../src/control/arrange/scenario-schema.ts';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import { createApp } from '../src/server/app.ts';
import { Command, writeText } from './commander.ts';
import { problemLines, SCENARIO_EXAMPLE } from './scenario-file.ts';

/** The command `scenario`. */
export const scenario = new Command('scenario')
  .description('check scenario files, or write the JSON Schema with which editors complete them')
  .argument('[files...]', 'scenario files to check: JSON, or modules with a default export')
  .option('--world <name>', 'the world in which they are tried: demo, empty, large or edge', 'demo')
  .option('--schema', 'write the JSON Schema instead')
  .option('--out <file>', 'where to write the schema; without it, it goes to standard output')
  .addHelpText(
    'after',
    `
A scenario begins with the line that names its schema:
  { "$schema": "./node_modules/hosting-contract/dist/scenario.schema.json", "customers": [{ "count": 3 }] }

Examples:
  $ hosting-contract scenario late-payer.json              what is wrong in it, by JSON pointer
  $ hosting-contract scenario --schema --out scenario.schema.json
  $ hosting-contract mock --scenario late-payer.json       a mock that begins with it
  $ hosting-contract lab arrange late-payer.json           in a mock that runs

Exit: 0 every file can be arranged, 1 a file cannot, 2 wrong usage.`,
  )
  .action(
    async (files: string[], flags: { schema?: boolean; out?: string; world: string }, command: Command) => {
      if (flags.schema || flags.out !== undefined) return writeSchema(flags.out, command);
      if (files.length === 0) command.error('error: name the scenario files, or --schema.', { exitCode: 2 });
      for (const file of files) await checkFile(file, flags.world, command);
    },
  );

async function checkFile(file: string, world: string, command: Command): Promise<void> {
  try {
    const json = await readJsonOrModule(file, SCENARIO_EXAMPLE);
    await controlApi(createApp(hostingMock, { world })).arrange(json);
    console.error(`${file}: can be arranged`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof ControlError)) command.error(`error: ${error.message}`, { exitCode: 2 });
    for (const line of problemLines(file, error as ControlError)) console.error(line);
    process.exitCode = 1;
  }
}

async function writeSchema(out: string | undefined, command: Command): Promise<void> {
  const arrangement = await hostingMock.arrangement?.();
  if (!arrangement) throw new Error('The mock arranges no records.');
  const text = `${JSON.stringify(scenarioSchema(arrangement), null, 1)}\n`;
  if (writeText(command, out, text)) console.error(`${out}: JSON Schema of scenarios`);
}
