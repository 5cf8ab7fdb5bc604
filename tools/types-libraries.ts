// The plugin of the build that reduces the libraries of `hosting-contract types` to what is used of them.
import type { Plugin } from 'rolldown';

/** The members of the compiler's API that openapi-typescript and src/contract/types-text.ts use. */
const COMPILER_API = [
  ...['addSyntheticLeadingComment', 'createPrinter', 'createSourceFile', 'factory'],
  ...['isArrayTypeNode', 'isIdentifier', 'isInterfaceDeclaration', 'isPropertySignature', 'isTupleTypeNode'],
  ...['isTypeAliasDeclaration', 'isTypeLiteralNode', 'isTypeNode'],
  ...['NewLineKind', 'NodeFlags', 'ScriptKind', 'ScriptTarget', 'SyntaxKind'],
];

/** The compiler's source files, as its bundle names them: the first one, and the one after the printer. */
const FIRST = '// src/compiler/corePublic.ts';
const END = '// src/compiler/watchUtilities.ts';

/** What the part needs of the rest: bundling helpers, and a member that the language service adds to identifiers. */
const BEFORE = 'const require = undefined, __export = () => {};';
const AFTER = `Object.defineProperty(objectAllocator.getIdentifierConstructor().prototype, 'text', {
  get() { return idText(this); },
});
export default { ${COMPILER_API.join()} };`;

/**
 * Makes a module of the part of the compiler that creates and prints syntax trees; the bundler removes its unused
 * functions, which leaves a third of the compiler. Of Redocly's library, only the functions for references stay.
 */
export const typesLibraries: Plugin = {
  name: 'types-libraries',
  transform: {
    filter: { id: /\/typescript\/lib\/typescript\.js$|\/@redocly\/openapi-core\/lib\/utils\.js$/ },
    handler(code, id) {
      const map = { mappings: '' };
      if (id.endsWith('utils.js')) return { code: 'exports.isTruthy = Boolean;', map };
      const [begin, end] = [code.indexOf(FIRST), code.indexOf(END)];
      if (begin < 0 || end < begin)
        throw new Error(`${id} has no parts ${FIRST} and ${END}: adapt tools/types-libraries.ts to it.`);
      const licence = code.slice(0, code.indexOf('*/') + 2);
      return { code: [licence, BEFORE, code.slice(begin, end), AFTER].join('\n'), map };
    },
  },
};
