import { build } from 'vite'
import { expect, test } from 'vitest'
import { slimPdfjs } from './vite-slim-pdfjs.ts'

const source = 'pdfjs-dist/legacy/build/pdf.mjs'

/** Builds a module. @param library its source, in place of pdf.js' own */
async function buildModule(code: string, library?: string): Promise<string> {
  const given = { name: 'given', load: (id: string) => (id.endsWith(source) ? library : undefined) }
  const entry = `data:text/javascript,${encodeURIComponent(code)}`
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [given, slimPdfjs()],
    build: { write: false, minify: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  if (!('output' in result)) throw new Error('One output was expected')
  return result.output[0].code
}

test('given what the viewer imports of pdf.js, when it is built, then editors and annotation layer are left out', async () => {
  const code = await buildModule(`export { getDocument, GlobalWorkerOptions, PDFWorker } from '${source}'`)

  expect(code).toContain('class PDFPageProxy')
  expect(code).not.toMatch(
    /class (AnnotationEditorUIManager|AnnotationLayer|AnnotationElement|HighlightEditor|XfaLayer)\b/,
  )
  expect(code.length).toBeLessThan(600_000)
}, 60_000)

test('given a release of pdf.js without these editors, when it is built, then the build fails', async () => {
  const built = buildModule(
    `export { getDocument } from '${source}'`,
    'class Task {}\nexport const getDocument = () => new Task()',
  )

  await expect(built).rejects.toThrow('nothing to replace: globals, editor')
}, 60_000)
