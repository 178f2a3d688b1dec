import { createHash } from 'node:crypto'
import { type PDF, PdfDict, PdfName, type PdfObject, PdfStream } from '../libpdf.ts'
import { type Resolve, resolved, resolverOf } from '../pdf-objects.ts'

const tagLength = 6
const firstLetter = 'A'.charCodeAt(0)

/** libpdf names each subset at random; a tag from the font program (ISO 32000-2, 9.9.2) makes the same bytes. */
export function subsetFonts(pdf: PDF): void {
  const { fonts } = pdf
  fonts.finalize(true)
  const resolve = resolverOf(pdf)
  for (const font of fonts.getAll()) renameSubset(pdf.getObject(fonts.getRef(font)), resolve)
}

function renameSubset(font: PdfObject | null, resolve: Resolve): void {
  if (!(font instanceof PdfDict)) return
  const descendant = resolved(font.getArray('DescendantFonts', resolve)?.at(0), resolve)
  const descriptor = descendant instanceof PdfDict ? descendant.getDict('FontDescriptor', resolve) : undefined
  if (!(descendant instanceof PdfDict) || !descriptor) return
  const tag = subsetTag(programOf(descriptor, resolve))
  for (const [dict, key] of [
    [font, 'BaseFont'] as const,
    [descendant, 'BaseFont'] as const,
    [descriptor, 'FontName'] as const,
  ]) {
    const name = dict.getName(key, resolve)?.value
    if (name) dict.set(key, PdfName.of(name.replace(/^[A-Z]{6}\+/, `${tag}+`)))
  }
}

function programOf(descriptor: PdfDict, resolve: Resolve): Uint8Array {
  const program = descriptor.get('FontFile2', resolve) ?? descriptor.get('FontFile3', resolve)
  if (!(program instanceof PdfStream)) throw new Error('An embedded font has no program')
  return program.data
}

function subsetTag(program: Uint8Array): string {
  const hash = createHash('sha256').update(program).digest()
  return Array.from({ length: tagLength }, (_, at) => String.fromCharCode(firstLetter + ((hash[at] ?? 0) % 26))).join(
    '',
  )
}
