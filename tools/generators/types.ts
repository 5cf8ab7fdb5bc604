/** The registry that a generator is installed from. */
export type Registry = 'npm' | 'pip' | 'go' | 'cargo';
export type Language = 'TypeScript' | 'Python' | 'Go' | 'Rust' | 'Java' | 'Kotlin' | 'PHP';

export type Generator = {
  name: string;
  /** folder of the session below `sessions/` */
  session: string;
  language: Language;
  registry: Registry;
  /**
   * packages to install in exactly the given versions: first the generator, then the libraries that its output needs
   */
  packages: readonly string[];
  /** whether the generator gets the document without its webhooks */
  noWebhooks?: boolean;
  /** commands that generate the code into `out/`; they run in the generator's folder, which has `openapi.json` */
  generate: readonly (readonly string[])[];
  /** commands that compile all of `out/` and the session; the language's own when absent */
  compile?: readonly (readonly string[])[];
  /** how the generated code types a 422 and a 404: by status, or what it gives instead */
  errors: string;
  /** options, and steps before or after the generator, that its output needs; empty when it needs none */
  options: string;
  /** what a project has to know about the output; empty for nothing */
  notes: string;
};

/** The steps of a session, in their order. */
export const STEPS = ['login', 'page', 'create', 'order', 'pdf', 'zip', '422', '404'] as const;
export type Step = (typeof STEPS)[number];

/** What one run of one generator showed. */
export type Result = {
  version: string;
  /** day of the run, `YYYY-MM-DD` */
  date: string;
  /** hash of the document, the table entry and the session that the run used */
  inputs: string;
  /** `yes`, or why the generator failed */
  generated: string;
  /** warnings that the generator printed */
  generatorWarnings: number;
  /** `yes`, or the number of errors and the first */
  compiled: string;
  /** source files in `out/`, all of which were compiled */
  files: number;
  /** warnings that the compiler printed */
  compilerWarnings: number;
  /** step → `ok`, or what came instead */
  steps: Partial<Record<Step, string>>;
  /** generated type names with a number that the document does not have */
  numberedNames: readonly string[];
};
