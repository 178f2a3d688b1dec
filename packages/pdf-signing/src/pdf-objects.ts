import { type PDF, PdfArray, type PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from './libpdf.ts'

export type Resolve = (ref: PdfRef) => PdfObject | null

export const resolverOf =
  (pdf: PDF): Resolve =>
  (ref) =>
    pdf.getObject(ref)

export const resolved = (object: PdfObject | undefined, resolve: Resolve): PdfObject | null =>
  object instanceof PdfRef ? resolve(object) : (object ?? null)

/** The id that pdf.js gives to an indirect object, such as `12R`. */
export const idOf = ({ objectNumber, generation }: PdfRef): string =>
  generation === 0 ? `${objectNumber}R` : `${objectNumber}R${generation}`

export const itemsOf = (array: PdfArray | undefined, resolve: Resolve): (PdfObject | null)[] =>
  array ? [...array].map((item) => resolved(item, resolve)) : []

/** The numbers of an array entry; empty when it contains anything else. */
export function numbersOf(dict: PdfDict, key: string, resolve: Resolve): number[] {
  const values = itemsOf(dict.getArray(key, resolve), resolve)
  return values.every((value) => value instanceof PdfNumber) ? values.map(({ value }) => value) : []
}

/** Empty for a stream that cannot be decoded. The comparison after sealing detects lost content. */
export function decodedData(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData()
  } catch {
    return new Uint8Array()
  }
}

/** The parts of a page's content as one: an operator's effect may begin in one part and end in another. */
export function pageContent(page: PdfDict, resolve: Resolve): Uint8Array {
  const contents = page.get('Contents', resolve)
  const parts = contents instanceof PdfArray ? itemsOf(contents, resolve) : [contents]
  const streams = parts.filter((part) => part instanceof PdfStream)
  return Buffer.concat(streams.flatMap((part) => [decodedData(part), Buffer.from('\n')]))
}

// A longer chain of parents is a loop.
const deepestChain = 64

/** An entry of a dictionary, or of the nearest /Parent that has it. */
export function inheritedEntry(dict: PdfDict, key: string, resolve: Resolve): PdfObject | undefined {
  let node: PdfDict | undefined = dict
  for (let depth = 0; node && depth < deepestChain; depth += 1) {
    const value = node.get(key, resolve)
    if (value) return value
    node = node.getDict('Parent', resolve)
  }
  return undefined
}
