// Tells per language how a generated folder is compiled, how the session runs, and how the language declares a type.
import { fileURLToPath } from 'node:url';
import type { Language } from './types.ts';

type LanguageProfile = {
  /** ending of the source files */
  extension: string;
  /** commands that have to be on the machine */
  needs: readonly string[];
  /** commands that compile all of `out/` and the session */
  compile: readonly (readonly string[])[];
  /** command that runs the session; absent when the session has to be bundled first */
  run?: readonly string[];
  /** matches the declaration of a type; the first group is the name */
  declaration: RegExp;
  /** matches a line of the compiler's output that reports an error */
  error: RegExp;
  /** matches a line of the compiler's output that reports a warning */
  warning: RegExp;
};

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const TYPES = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));

/** Compiler options of the TypeScript sessions: `include` names the whole generated folder. */
export const TSCONFIG = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [TYPES],
  },
  include: ['out', '*.ts'],
};

export const languages: Record<Language, LanguageProfile> = {
  TypeScript: {
    extension: '.ts',
    needs: ['node'],
    compile: [[process.execPath, TSC, '-p', 'tsconfig.json']],
    declaration: /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm,
    error: /: error TS/,
    warning: /warning/i,
  },
  Python: {
    extension: '.py',
    needs: ['python3'],
    compile: [['venv/bin/mypy', '--strict', 'out', 'use.py']],
    run: ['venv/bin/python', 'use.py'],
    declaration: /^class (\w+)/gm,
    error: /: error:/,
    warning: /Warning:/,
  },
  Go: {
    extension: '.go',
    needs: ['go'],
    compile: [['go', 'vet', './...']],
    run: ['go', 'run', '.'],
    declaration: /^type (\w+)/gm,
    error: /\.go:\d+:\d+:/,
    warning: /warning/i,
  },
  Rust: {
    extension: '.rs',
    needs: ['cargo'],
    compile: [['cargo', 'build', '--workspace', '--all-targets']],
    run: ['cargo', 'run', '--quiet'],
    declaration: /^\s*pub (?:struct|enum|type) (\w+)/gm,
    error: /^error(?!: could not compile)/,
    warning: /^warning: (?!`)/,
  },
  Java: {
    extension: '.java',
    needs: ['java', 'mvn'],
    compile: [
      ['mvn', '-B', '-f', 'out/pom.xml', 'install', '-Dmaven.test.skip', '-Dmaven.javadoc.skip'],
      ['mvn', '-B', 'compile'],
    ],
    run: ['mvn', '-B', '-q', 'exec:java'],
    declaration:
      /^\s*(?:public|protected)\s+(?:static |final |abstract |sealed )*(?:class|interface|enum|record) (\w+)/gm,
    error: /^\[ERROR\] .*\.java/,
    warning: /^\[WARNING\] .*\.java/,
  },
  Kotlin: {
    extension: '.kt',
    needs: ['java', 'mvn'],
    compile: [['mvn', '-B', 'compile']],
    run: ['mvn', '-B', '-q', 'exec:java'],
    declaration:
      /^\s*(?:public |open |data |sealed |abstract )*(?:enum class|class|interface|typealias) (\w+)/gm,
    error: /^\[ERROR\] .*\.kt/,
    warning: /^\[WARNING\] .*\.kt/,
  },
  PHP: {
    extension: '.php',
    needs: ['php'],
    compile: [['php', 'check.php']],
    run: ['php', 'use.php'],
    declaration: /^(?:abstract |final )?(?:class|interface|enum|trait) (\w+)/gm,
    error: /PHP (?:Fatal|Parse) error/,
    warning: /PHP (?:Warning|Deprecated|Notice)/,
  },
};

/** Languages that a reader of the page may look for, with the command that their generator needs. */
export const notTried: readonly { language: string; generator: string; command: string }[] = [
  { language: 'C#', generator: 'openapi-generator, csharp', command: 'dotnet' },
  { language: 'Swift', generator: 'openapi-generator, swift6', command: 'swift' },
];
