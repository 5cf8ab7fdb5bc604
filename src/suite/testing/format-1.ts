// Converts reports to the form that earlier versions of the suite wrote, for tests of readers.

/**
 * Returns the JSON text of a report or stream in format 1: without `format`, and with the verdict `observed` called
 * `seen`.
 */
export const inFormat1 = (text: string): string =>
  text
    .replace(/"format":\s*\d+,\s*/g, '')
    .replace(/("verdict":\s*)"observed"/g, '$1"seen"')
    .replace(/"observed":(\s*\d)/g, '"seen":$1');
