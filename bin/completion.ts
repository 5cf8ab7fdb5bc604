// `hosting-contract completion`: scripts that complete the command line in a shell. They ask this command what may follow, so
// that they know every command and option as it is.
import { Argument, Command } from './commander.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_hosting_contract() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(hosting-contract completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _hosting_contract hosting-contract
`,
  zsh: `#compdef hosting-contract
_hosting_contract() {
  compadd -- \${(f)"$(hosting-contract completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"} || _files
}
compdef _hosting_contract hosting-contract
`,
  fish: `complete -c hosting-contract -a '(hosting-contract completion fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** Creates the command `completion`. */
export const completionCommand = (programFor: (name: string | undefined) => Promise<Command>): Command =>
  new Command('completion')
    .description('Writes the script that completes this command line in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .argument('[words...]', 'after --: print what may follow these words, in place of the script')
    .addHelpText(
      'after',
      `
Examples:
  $ source <(hosting-contract completion bash)                                  in ~/.bashrc
  $ source <(hosting-contract completion zsh)                                   in ~/.zshrc, after compinit
  $ hosting-contract completion fish > ~/.config/fish/completions/hosting-contract.fish`,
    )
    .action(async (shell: string, words: string[]) => {
      if (words.length === 0) return void process.stdout.write(SCRIPTS[shell] ?? '');
      const found = candidates(await programFor(words[0]), words);
      const lines = found.map(([text, about]) => (shell === 'fish' ? `${text}\t${about}` : text));
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    });

// Returns what the last of the words may become, each with what it means; none where a file or a free text stands.
function candidates(program: Command, words: readonly string[]): (readonly [text: string, about: string])[] {
  const last = words.at(-1) ?? '';
  let command = program;
  let awaiting: Command['options'][number] | undefined;
  for (const word of words.slice(0, -1)) {
    const isValue = awaiting !== undefined;
    awaiting = isValue
      ? undefined
      : command.options.find((option) => option.required && [option.long, option.short].includes(word));
    if (!isValue) command = command.commands.find((one) => one.name() === word) ?? command;
  }
  const isBegun = ([text]: readonly [string, string]): boolean => text.startsWith(last);
  if (awaiting) return (awaiting.argChoices ?? []).map((text) => [text, ''] as const).filter(isBegun);
  const { options, commands, registeredArguments } = command;
  const named = commands.map((one) => [one.name(), one.summary() || one.description()] as const);
  const flags = options.map(({ long, short, description }) => [long ?? short ?? '', description] as const);
  const chosen = registeredArguments.flatMap(({ argChoices = [] }) =>
    argChoices.map((text) => [text, ''] as const),
  );
  return (
    last.startsWith('-') ? [...flags, ['--help', 'display help for command'] as const] : [...named, ...chosen]
  ).filter(isBegun);
}
