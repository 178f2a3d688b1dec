import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { refuseFile } from './table.ts'

const mostEntries = 5_000
/** Characters of one part once it is unpacked. */
const longestPart = 500 * 2 ** 20

const damaged = 'is damaged, or not an XLSX workbook; open it in a spreadsheet, and save it as XLSX or CSV'

/** What is called for each element, with its name and attributes without prefixes of namespaces. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Characters between two tags, or of one. */
const longestText = 2_000_000

/** Takes a text chunk by chunk. @throws InvalidInput for what is not XML */
export interface XmlReader {
  write(chunk: string): void
  close(): void
}

/** A parser that takes no document type, so that a file defines no entities, and holds no text without end. */
export function xmlParser(handlers: XmlHandlers): XmlReader {
  const parser = saxParser(handlers)
  let since = 0
  return {
    write: (chunk) => {
      const tag = chunk.lastIndexOf('<')
      since = tag < 0 ? since + chunk.length : chunk.length - tag
      if (since > longestText) refuseFile('has a cell without end')
      parser.write(chunk)
    },
    close: () => void parser.close(),
  }
}

function saxParser({ open, text, close }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser()
  parser.on('error', (error) => refuseFile(damaged, error))
  parser.on('doctype', () => refuseFile('defines XML entities, which no spreadsheet does'))
  parser.on('opentag', ({ name, attributes }) =>
    open?.(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))),
  )
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => close?.(local(name)))
  return parser
}

/** The parts of an XLSX file (ECMA-376, part 2). */
export interface Archive {
  has(path: string): boolean
  /** The text of a part, chunk by chunk. @throws InvalidInput if it is missing, damaged or unpacks to too much */
  text(path: string): AsyncGenerator<string>
  /** Reads a whole part. */
  parse(path: string, handlers: XmlHandlers): Promise<void>
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) refuseFile('is protected by a password; save it without one')
    if (entries.size >= mostEntries || entries.has(entry.fileName)) refuseFile(damaged)
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** Opens the ZIP archive of a workbook. @throws InvalidInput */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch((error) => refuseFile(damaged, error))
  const entries = await entriesOf(zip).catch((error) => refuseUnreadable(error))
  async function* text(path: string): AsyncGenerator<string> {
    const entry = entries.get(path)
    if (!entry) refuseFile(damaged)
    const decoder = new TextDecoder()
    let length = 0
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        length += chunk.length
        if (length > longestPart) refuseFile('unpacks to more than 500 MB; split it, or save it as CSV')
        yield decoder.decode(chunk, { stream: true })
      }
    } catch (error) {
      refuseUnreadable(error)
    }
  }
  const parse = async (path: string, handlers: XmlHandlers): Promise<void> => {
    const parser = xmlParser(handlers)
    for await (const chunk of text(path)) parser.write(chunk)
    parser.close()
  }
  return { has: (path) => entries.has(path), text, parse }
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  refuseFile(damaged, error)
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
