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
      /** @param path the place of the value in the whole value, as a JSON pointer */
      outputTransform(value: unknown, schema: unknown, path: string): unknown;
    },
  ): unknown;
}
