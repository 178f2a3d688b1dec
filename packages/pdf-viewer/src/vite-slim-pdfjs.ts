import type { ESTree, Plugin } from 'vite'

/** Bundlers keep unused editors and layers, almost half of the script: static fields can have side effects. */
export function slimPdfjs(): Plugin {
  return {
    name: 'slim-pdfjs',
    apply: 'build',
    transform: {
      filter: { id: /pdfjs-dist\/legacy\/build\/pdf\.mjs$/ },
      handler(code) {
        return { code: slimLibrary(code, this.parse(code).body), map: null }
      },
    },
  }
}

/** @throws Error when a release of pdf.js has nothing to replace any more */
function slimLibrary(code: string, statements: readonly ESTree.Program['body'][number][]): string {
  const replaced = new Set<string>()
  let from = 0
  let slimmed = ''
  for (const node of statements) {
    const text = code.slice(node.start, node.end)
    const replacement = replacementOf(node, text)
    if (replacement) replaced.add(replacement.why)
    slimmed += code.slice(from, node.start) + (replacement?.text ?? text)
    from = node.end
  }
  const missing = ['globals', 'editor', 'class'].filter((why) => !replaced.has(why))
  if (missing.length > 0) throw new Error(`pdf.js has nothing to replace: ${missing.join(', ')}`)
  return slimmed + code.slice(from)
}

/** Globals for scripts that do not import the library. They refer to every class. */
const globals = /^globalThis\.pdfjsLib = |^\{\s*globalThis\._pdfjsTestingUtils = /
/** The annotation storage asks whether a value is an instance of it. Without an editor layer none is. */
const editor = 'AnnotationEditor'

function replacementOf(node: ESTree.Program['body'][number], text: string) {
  if (globals.test(text)) return { why: 'globals', text: '' }
  if (node.type !== 'ClassDeclaration' || !node.id) return undefined
  const { name } = node.id
  if (name === editor) return { why: 'editor', text: `const ${name} = class {};` }
  return { why: 'class', text: `const ${name} = /*@__PURE__*/ (() => ${text})();` }
}
