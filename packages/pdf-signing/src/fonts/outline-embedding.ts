import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef } from '../libpdf.ts'
import { type Cluster, type Outline, outlineOf } from './outline-clusters.ts'

/** A byte is one character of a Type 3 font; 0 is not used. */
const mostCharacters = 255

type OpenFont = { ref: PdfRef; name: string; dict: PdfDict; clusters: Map<string, number>; drawn: Cluster[] }

export type EncodedText = { font: PdfRef; name: string; bytes: Uint8Array }

/** ISO 32000-2, 9.6.4: each cluster is one character. It looks as shaped, and readers find and copy its text. */
export class OutlineEmbedding {
  readonly #pdf: PDF
  readonly #fonts: OpenFont[] = []

  constructor(pdf: PDF) {
    this.#pdf = pdf
  }

  /** Encodes clusters, as one text for each font that they need. */
  encode(clusters: readonly Cluster[]): EncodedText[] {
    const texts: { font: OpenFont; codes: number[] }[] = []
    for (const cluster of clusters) {
      const [font, code] = this.#place(cluster)
      const last = texts.at(-1)
      if (last?.font === font) last.codes.push(code)
      else texts.push({ font, codes: [code] })
    }
    return texts.map(({ font: { ref, name }, codes }) => ({ font: ref, name, bytes: Uint8Array.from(codes) }))
  }

  /** Writes the fonts. Call it once, before the document is saved. */
  finish(): void {
    for (const font of this.#fonts) this.#write(font)
  }

  #place(cluster: Cluster): [OpenFont, number] {
    const key = JSON.stringify([cluster.text, cluster.font.id, cluster.glyphs])
    for (const font of this.#fonts) {
      const code = font.clusters.get(key)
      if (code !== undefined) return [font, code]
    }
    const last = this.#fonts.at(-1)
    const font = last && last.drawn.length < mostCharacters ? last : this.#open()
    const code = font.drawn.push(cluster)
    font.clusters.set(key, code)
    return [font, code]
  }

  #open(): OpenFont {
    const dict = PdfDict.of({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type3') })
    const ref = this.#pdf.register(dict)
    const font = { ref, name: `Outline${ref.objectNumber}`, dict, clusters: new Map<string, number>(), drawn: [] }
    this.#fonts.push(font)
    return font
  }

  #write({ dict, drawn }: OpenFont): void {
    const names = drawn.map((_, index) => PdfName.of(`c${index + 1}`))
    const procedures = new PdfDict()
    const outlines = drawn.map((cluster) => ({ ...outlineOf(cluster), width: cluster.width }))
    outlines.forEach(({ width, path, box: { left, bottom, right, top } }, index) => {
      const program = `${width} 0 ${left} ${bottom} ${right} ${top} d1\n${path}f`
      procedures.set(`c${index + 1}`, this.#pdf.createStream({}, Buffer.from(program)))
    })
    const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)))
    const union = (side: keyof Outline['box'], of: (...values: number[]) => number) =>
      of(...outlines.map(({ box }) => box[side]))
    dict.set(
      'FontBBox',
      numbers([union('left', Math.min), union('bottom', Math.min), union('right', Math.max), union('top', Math.max)]),
    )
    dict.set('FontMatrix', numbers([0.001, 0, 0, 0.001, 0, 0]))
    dict.set('CharProcs', procedures)
    dict.set(
      'Encoding',
      PdfDict.of({ Type: PdfName.of('Encoding'), Differences: new PdfArray([PdfNumber.of(1), ...names]) }),
    )
    dict.set('FirstChar', PdfNumber.of(1))
    dict.set('LastChar', PdfNumber.of(drawn.length))
    dict.set('Widths', numbers(drawn.map(({ width }) => width)))
    dict.set('Resources', new PdfDict())
    dict.set('ToUnicode', this.#pdf.createStream({}, Buffer.from(toUnicode(drawn))))
  }
}

const blockOfMappings = 100

/** The text of each character code (ISO 32000-2, 9.10.3). */
function toUnicode(drawn: readonly Cluster[]): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const mappings = drawn.map(({ text }, index) => `<${(index + 1).toString(16).padStart(2, '0')}> <${hex(text)}>`)
  const blocks = Array.from({ length: Math.ceil(mappings.length / blockOfMappings) }, (_, block) => {
    const own = mappings.slice(block * blockOfMappings, (block + 1) * blockOfMappings)
    return `${own.length} beginbfchar\n${own.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<00> <FF>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
}
