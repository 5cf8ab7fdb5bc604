// Transliteration for the standard fonts of PDF readers: replaces letters that these fonts cannot draw.

/** Characters above code point 255 that the standard fonts have (Windows-1252). */
const DRAWABLE = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const LETTERS: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ŧ: 't',
  Ł: 'L',
  Đ: 'D',
  Ħ: 'H',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

/** Checks whether the standard fonts can draw every letter of a text. */
export const isDrawable = (text: string): boolean => transliterate(text) === text;

/**
 * Replaces each letter that the standard fonts lack: drops accents, spells Greek and Cyrillic letters in Latin
 * letters, and writes `?` for letters of other scripts. `writeText` in invoice-pdf.ts adds the original text to the
 * PDF.
 */
export function transliterate(text: string): string {
  let out = '';
  for (const letter of text) out += isDrawableLetter(letter) ? letter : transliterateLetter(letter);
  return out;
}

const isDrawableLetter = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return (code >= 32 && code < 127) || (code >= 160 && code < 256) || DRAWABLE.has(letter);
};

function transliterateLetter(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{Mark}/gu, '');
  if (bare === '' || /^\s$/.test(bare)) return bare === '' ? '' : ' ';
  if ([...bare].every(isDrawableLetter)) return bare;
  const lower = LETTERS[bare] ?? LETTERS[bare.toLowerCase()];
  if (lower === undefined) return '?';
  return bare === bare.toLowerCase() || lower === '' ? lower : lower[0]?.toUpperCase() + lower.slice(1);
}
