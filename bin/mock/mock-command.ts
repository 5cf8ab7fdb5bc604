// `hosting-contract mock`: its help, and its flags from their table.
import { Command, InvalidArgumentError, Option } from '../commander.ts';
import { defaultFlags, type MockFlags, mockFlags } from './mock-flags.ts';

/**
 * Creates the command `mock`.
 * @param serve called with the value of every flag
 */
export function mockCommand(serve: (flags: MockFlags) => void | Promise<void>): Command {
  const command = new Command('mock')
    .description('Serves a stateful mock of the platform, with its own world of customers, orders and money.')
    .addHelpText(
      'after',
      `
Examples:
  $ hosting-contract mock
  $ hosting-contract mock -o env                                    for your app: VITE_API_URL in .env.local
  $ hosting-contract mock --port 0 --log json --clock frozen        for scripts: any port, a ready line, the same bytes
  $ hosting-contract mock --error-shape alternate --limits B        a front end that must cope with either
  $ hosting-contract mock --world world.json --watch                as the file says, and again whenever it is saved
  $ hosting-contract mock --worlds on-demand                        a world for each X-Mock-World that tests name
  $ hosting-contract mock --state sqlite:worlds.db                  start again, and everything is as it was
  $ hosting-contract openapi --out openapi.json
    hosting-contract mock --openapi openapi.json --watch            change the document, and the mock answers by it
  $ hosting-contract mock --upstream https://staging.example/v1 --mock dns,createOrder
                                                                    the real backend, the mock for what it lacks
  $ hosting-contract mock --target-file target.json
    hosting-contract conform http://127.0.0.1:4010/v1 --config target.json

It runs until SIGTERM or Ctrl-C (exit 0); what keeps it from starting is one line on standard error (exit 2).
NO_COLOR in the environment: no colours.`,
    )
    .action((given: Partial<MockFlags>) => serve({ ...defaultFlags(), ...given }));
  for (const { short, spelling, argument, help, read } of Object.values(mockFlags)) {
    const option = new Option(`${short ? `${short}, ` : ''}${spelling} ${argument}`.trim(), help);
    if (argument !== '')
      option.argParser((text) => {
        try {
          return read(text);
        } catch (error) {
          throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
        }
      });
    command.addOption(option);
  }
  return command;
}
