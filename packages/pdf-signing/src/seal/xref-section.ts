/** Where a file says its objects are: the last cross-reference table and its trailer (ISO 32000-2, 7.5.4 and 7.5.5). */
export type XrefSection = {
  start: number
  /** Byte offset of each object in use, by number. */
  offsets: Map<number, number>
  /** Numbers of objects that it declares free. */
  free: number[]
  size: number
  root: number
  /** Where the previous table begins; undefined in a file without updates. */
  previous: number | undefined
}

const end = /startxref\n(\d{1,10})\n%%EOF\n?$/
const trailer =
  /^<<\n\/Size (\d{1,10})\n\/Root (\d{1,10}) \d{1,5} R\n(?:\/Prev (\d{1,10})\n)?(?:\/Info \d+ \d+ R\n)?\/ID \[<[\dA-F]*> <[\dA-F]*>\]\n>>\nstartxref\n\d+\n%%EOF\n?$/
const range = /^(\d{1,10}) (\d{1,10})$/
const entry = /^(\d{10}) (\d{5}) ([nf])[ \r]$/
const longestEnd = 64

/** Reads only libpdf's form: readers repair others, each in its own way. @returns undefined also for a wrong offset */
export function readXrefSection(bytes: Uint8Array): XrefSection | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = Number(end.exec(file.toString('latin1', Math.max(0, file.length - longestEnd)))?.[1] ?? Number.NaN)
  if (!(start < file.length)) return undefined
  const [table = '', rest = ''] = file.toString('latin1', start).split('trailer\n', 2)
  const entries = readTrailer(rest)
  const objects = readTable(table.split('\n'), file)
  return entries && objects && { start, ...entries, ...objects }
}

function readTrailer(text: string): Pick<XrefSection, 'size' | 'root' | 'previous'> | undefined {
  const found = trailer.exec(text)
  if (!found) return undefined
  const [, size, root, previous] = found
  return { size: Number(size), root: Number(root), previous: previous === undefined ? undefined : Number(previous) }
}

function readTable([keyword, ...lines]: string[], file: Buffer): Pick<XrefSection, 'offsets' | 'free'> | undefined {
  if (keyword !== 'xref' || lines.pop() !== '') return undefined
  const offsets = new Map<number, number>()
  const free: number[] = []
  for (let at = 0; at < lines.length; ) {
    const [, first, count] = range.exec(lines[at] ?? '')?.map(Number) ?? []
    if (first === undefined || count === undefined) return undefined
    for (let n = 0; n < count; n += 1) {
      const [, offset, generation, kind] = entry.exec(lines[at + 1 + n] ?? '') ?? []
      if (kind === 'f') free.push(first + n)
      else if (offset === undefined || !isObject(file, Number(offset), `${first + n} ${Number(generation)} obj\n`)) {
        return undefined
      } else offsets.set(first + n, Number(offset))
    }
    at += 1 + count
  }
  return { offsets, free }
}

const isObject = (file: Buffer, offset: number, head: string): boolean =>
  file.toString('latin1', offset, offset + head.length) === head
