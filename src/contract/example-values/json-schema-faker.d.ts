// Declares the part of json-schema-faker that this project uses: the types of the package have index signatures that
// accept every misspelled option.
declare module 'json-schema-faker' {
  /** Makes a value of a schema without references into other files. */
  export function generateSync(
    schema: object,
    options: {
      seed: number;
      maxDepth: number;
      alwaysFakeOptionals: boolean;
      useExamplesValue: boolean;
      formats: Record<string, (random: { int(min: number, max: number): number }) => string>;
      outputTransform(value: unknown, schema: unknown): unknown;
    },
  ): unknown;
}
