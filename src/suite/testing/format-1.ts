// Reports as earlier versions of the suite wrote them, for tests of readers.

/** Returns the JSON text of a report or of a stream in format 1: no `format`, and the verdict `observed` called `seen`. */
export const inFormat1 = (text: string): string =>
  text
    .replace(/"format":\s*\d+,\s*/g, '')
    .replace(/("verdict":\s*)"observed"/g, '$1"seen"')
    .replace(/"observed":(\s*\d)/g, '"seen":$1');
