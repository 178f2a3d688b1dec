/** The filters that can expand data. */
type StreamFilter = 'Flate' | 'LZW' | 'RunLength' | 'ASCII85' | 'ASCIIHex'

/** A stream as its dictionary describes it; `end` is the last possible end of its data. */
export type StreamHead = {
  start: number
  end: number
  filters: StreamFilter[]
  /** The filters are not known: data that looks inflated is, and what comes of it, too. */
  isGuess: boolean
  earlyChange: 0 | 1
  width: number
  height: number
  /** Bytes of a decoded pixel; a fax has eight pixels in each. */
  bytesPerPixel: number
}

/** Bytes before a stream in which its dictionary is searched. */
const longestHead = 64 * 1024
const keyword = /(?<!end)stream\r?\n|(?<!end)stream\r/

const filterNames: Record<string, StreamFilter> = {
  FlateDecode: 'Flate',
  Fl: 'Flate',
  LZWDecode: 'LZW',
  LZW: 'LZW',
  RunLengthDecode: 'RunLength',
  RL: 'RunLength',
  ASCII85Decode: 'ASCII85',
  A85: 'ASCII85',
  ASCIIHexDecode: 'ASCIIHex',
  AHx: 'ASCIIHex',
}

/** Whether or not the cross-reference table lists them: it can be wrong. Includes what looks like one. */
export function readStreamHeads(bytes: Uint8Array): StreamHead[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const heads: StreamHead[] = []
  const objects = new Map<string, string | undefined>()
  let lastEnd = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const opening = file.toString('latin1', Math.max(0, at - 3), at + 8)
    if (!keyword.test(opening)) {
      lastEnd = at + 6
      continue
    }
    const dictionary = file.toString('latin1', Math.max(lastEnd, at - longestHead), at)
    const start = at + (opening.endsWith('\r\n') ? 8 : 7)
    heads.push(readHead(file, { text: dictionary, start, objects }))
    lastEnd = start
  }
  return heads
}

interface Found {
  text: string
  start: number
  objects: Objects
}

function readHead(file: Buffer, { text, start, objects }: Found): StreamHead {
  // From its own `obj` on: the text before belongs to other objects.
  const dictionary = plainNames(text.slice(Math.max(0, text.lastIndexOf(' obj'))))
  const filters = filtersOf(file, dictionary, objects)
  return {
    start,
    end: endOf(file, dictionary, start),
    filters: filters ?? [],
    isGuess: filters === undefined,
    earlyChange: /\/EarlyChange\s+0\b/.test(dictionary) ? 0 : 1,
    width: numberOf(dictionary, 'Width'),
    height: numberOf(dictionary, 'Height'),
    bytesPerPixel: bytesPerPixel(dictionary),
  }
}

/** Formats and kinds of picture that have one bit a pixel. */
const oneBit = /\/(?:CCITTFaxDecode|CCF|JBIG2Decode)\b|\/(?:ImageMask|IM)\s+true\b/
const oneComponent = /\/(?:ColorSpace|CS)\s*(?:\/(?:DeviceGray|CalGray|G)\b|\[\s*\/(?:Indexed|I|CalGray|Separation)\b)/
const usualBits = 8
const mostComponents = 3

function bytesPerPixel(dictionary: string): number {
  if (oneBit.test(dictionary)) return 1 / 8
  const bits = numberOf(dictionary, 'BitsPerComponent') || usualBits
  return (bits / 8) * (oneComponent.test(dictionary) ? 1 : mostComponents)
}

const plainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

function endOf(file: Buffer, dictionary: string, start: number): number {
  const found = file.indexOf('endstream', start)
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1]
  return Math.min(file.length, Math.max(found < 0 ? file.length : found, start + Number(length ?? 0)))
}

/** The header of zlib (RFC 1950), for a stream whose filters are in another object. */
export const looksInflatable = (data: Uint8Array, start = 0): boolean => {
  const [method = 0, flags = 0] = data.subarray(start, start + 2)
  return (method & 0x0f) === 8 && data.length > start + 1 && (method * 256 + flags) % 31 === 0
}

/** The names or references of filters; by their references, so that the file is searched once for each. */
type Objects = Map<string, string | undefined>
const filterValue = String.raw`(\[[^\]]*\]|/[^\s/<>[\]()]+|\d+\s+\d+\s+R\b)`
const filterEntry = new RegExp(String.raw`/Filter\s*${filterValue}`)
const definition = new RegExp(String.raw`^\s*${filterValue}`)
const longestDefinition = 1_024
/** A reference to an array of references. */
const deepest = 2

/** The filters after `/Filter`, in order, up to the first picture format. Undefined if the file does not tell. */
function filtersOf(file: Buffer, dictionary: string, objects: Objects): StreamFilter[] | undefined {
  const written = filterEntry.exec(dictionary)?.[1]
  const names = written === undefined ? null : withoutReferences(file, written, objects).match(/(?<=\/)[^\s/[\]]+/g)
  if (!names) return undefined
  const filters = names.map((name) => filterNames[name])
  const other = filters.indexOf(undefined)
  return filters.slice(0, other < 0 ? undefined : other).filter((filter) => filter !== undefined)
}

function withoutReferences(file: Buffer, text: string, objects: Objects, depth = deepest): string {
  if (depth === 0) return text
  return text.replaceAll(/(\d+)\s+(\d+)\s+R\b/g, (_, number: string, generation: string) => {
    const key = `${number} ${generation} obj`
    if (!objects.has(key)) objects.set(key, longestOf(file, key))
    return withoutReferences(file, objects.get(key) ?? '', objects, depth - 1)
  })
}

/** Of the objects with a number: a file that was saved again has several, and readers differ in which one they use. */
function longestOf(file: Buffer, key: string): string | undefined {
  let longest: string | undefined
  for (let at = file.indexOf(key); at >= 0; at = file.indexOf(key, at + key.length)) {
    if (/\d/.test(String.fromCharCode(file[at - 1] ?? 0))) continue
    const start = at + key.length
    const [, value = ''] = definition.exec(plainNames(file.toString('latin1', start, start + longestDefinition))) ?? []
    if (value.length > (longest ?? '').length) longest = value
  }
  return longest
}

function numberOf(dictionary: string, key: string): number {
  const value = new RegExp(`/${key}\\s+(\\d{1,10})(?!\\d|\\s+\\d+\\s+R)`).exec(dictionary)?.[1]
  return Number(value ?? 0)
}
