import { hash } from 'node:crypto'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { RenderIntent } from './page-picture.ts'

/** Each has the digests of its fonts, pictures and patterns: equal instructions and geometry, equal pictures. */
export type Instructions = readonly string[]

/** Instructions of a page, reduced to what finding them in another page takes. */
export type InstructionDigest = { count: number; leadingSaves: number; sha256: string }

const save = String(OPS.save)
const restore = String(OPS.restore)
/** Names that pdf.js gives to objects which it keeps for the document (`g_`) or for the page. */
const objectName = /^(g_|img_|mask_|pattern_)/
/** What the canvas reads from a font. */
const fontProperties = [
  ...['data', 'charProcOperatorList', 'fontMatrix', 'bbox', 'defaultVMetrics', 'fallbackName', 'vertical', 'bold'],
  ...['italic', 'black', 'remeasure', 'missingFile', 'disableFontFace', 'isType3Font', 'isInvalidPDFjsFont'],
]
/** Of a picture: where in the file it is. */
const ownProperties = new Set(['ref'])

export class InstructionReader {
  readonly #shared = new Map<string, string>()

  /** @returns undefined when the picture depends on more than the instructions: on layers, or on what is missing */
  async read(page: PDFPageProxy, intent: RenderIntent): Promise<Instructions | undefined> {
    digesting += 1
    try {
      const { fnArray, argsArray } = await page.getOperatorList({ intent })
      const names = fnArray.flatMap((operator, at): string[] => (operator === OPS.dependency ? argsArray[at] : []))
      await Promise.all(names.map((name) => arrival(page, name)))
      keepDigests(page)
      const writer = new InstructionWriter(page, this.#shared)
      return writer.writeAll(fnArray, argsArray)
    } catch (error) {
      if (error instanceof NotComparable) return undefined
      throw error
    } finally {
      keepDigests(page)
      digesting -= 1
    }
  }
}

/** How many readers wait for instructions. While there is one, nothing of this process is rendered. */
let digesting = 0

/** WebCodecs for pdf.js: a JPEG is its digest, since decoding takes most of a scan's time and memory. */
class JpegDigest {
  readonly #data: Uint8Array

  static isTypeSupported(type: string): Promise<boolean> {
    return Promise.resolve(type === 'image/jpeg')
  }

  constructor({ data }: { data: Uint8Array }) {
    if (digesting === 0) throw new Error('Pictures are decoded by pdf.js')
    this.#data = data
  }

  /** @returns a buffer, which can be transferred as a bitmap can */
  async decode(): Promise<{ image: ArrayBuffer }> {
    return { image: Uint8Array.from(Buffer.from(sha256Of(this.#data))).buffer }
  }

  close(): void {}
}

Object.assign(globalThis, { ImageDecoder: JpegDigest })

/** Moves the digests of pictures to where their pixels would be: pdf.js would close a bitmap, and copies data. */
function keepDigests({ objs, commonObjs }: PDFPageProxy): void {
  for (const [, object] of [...objs, ...commonObjs]) {
    if (typeof object !== 'object' || object === null || !('bitmap' in object)) continue
    if (!(object.bitmap instanceof ArrayBuffer)) continue
    Object.assign(object, { data: `JPEG ${Buffer.from(object.bitmap).toString()}`, bitmap: undefined })
  }
}

class NotComparable extends Error {}

const poolOf = (page: PDFPageProxy, name: string) => (name.startsWith('g_') ? page.commonObjs : page.objs)

/** Waits for a font or picture, which may arrive after the instruction that uses it. */
function arrival(page: PDFPageProxy, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    poolOf(page, name).get(
      name,
      () => resolve(),
      () => reject(new NotComparable()),
    )
  })
}

class InstructionWriter {
  readonly #page: PDFPageProxy
  readonly #shared: Map<string, string>
  /** pdf.js repeats the same object for the same glyph. */
  readonly #written = new Map<object, string>()

  constructor(page: PDFPageProxy, shared: Map<string, string>) {
    this.#page = page
    this.#shared = shared
  }

  /** Without dependencies: the fonts and pictures are named where they are used. */
  writeAll(operators: readonly number[], args: readonly unknown[]): string[] {
    return operators.flatMap((operator, at) => (operator === OPS.dependency ? [] : [this.#write(operator, args[at])]))
  }

  #write(operator: number, args: unknown): string {
    // Whether a layer is visible is a setting of the document.
    if (operator === OPS.beginMarkedContentProps && Array.isArray(args) && args[0] === 'OC') throw new NotComparable()
    return args === null || args === undefined ? String(operator) : `${operator}${this.#textOf(args)}`
  }

  #textOf(value: unknown): string {
    if (typeof value === 'string') return objectName.test(value) ? this.#objectOf(value) : JSON.stringify(value)
    if (typeof value !== 'object' || value === null) return String(value)
    if (Array.isArray(value)) return `[${value.map((item) => this.#textOf(item)).join()}]`
    if (ArrayBuffer.isView(value)) return `${value.constructor.name} ${sha256Of(bytesOf(value))}`
    const known = this.#written.get(value)
    if (known !== undefined) return known
    // Shorter than the text of a glyph, which comes thousands of times.
    const text = sha256Of(this.#entriesOf(value))
    this.#written.set(value, text)
    return text
  }

  #entriesOf(value: object): string {
    if (isList(value)) return this.writeAll(value.fnArray, value.argsArray).join('\n')
    if (value instanceof Map) return this.#textOf([...value])
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) throw new NotComparable()
    const entries = Object.entries(value).filter(([key]) => !ownProperties.has(key))
    return `{${entries.map(([key, item]) => `${key}:${this.#textOf(item)}`).join()}}`
  }

  #objectOf(name: string): string {
    const known = this.#shared.get(name)
    if (known !== undefined) return known
    const pool = poolOf(this.#page, name)
    if (!pool.has(name)) throw new NotComparable()
    const object: unknown = pool.get(name)
    const isFont = typeof object === 'object' && object !== null && 'isType3Font' in object
    const content = isFont ? fontProperties.map((property) => Reflect.get(object, property)) : object
    const digest = `#${sha256Of(this.#textOf(content))}`
    if (name.startsWith('g_')) this.#shared.set(name, digest)
    return digest
  }
}

const isList = (value: object): value is { fnArray: number[]; argsArray: unknown[] } =>
  'fnArray' in value && Array.isArray(value.fnArray) && 'argsArray' in value && Array.isArray(value.argsArray)

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)

const sha256Of = (content: string | Uint8Array): string => hash('sha256', content, 'base64')

/** @returns undefined when the instructions restore a state that they have not saved: then they affect what surrounds them */
export function digestOf(instructions: Instructions): InstructionDigest | undefined {
  if (!isBalanced(instructions)) return undefined
  return { count: instructions.length, leadingSaves: leadingSaves(instructions), sha256: digest(instructions) }
}

/**
 * Finds a page's instructions, around which only states are saved.
 * @returns the digest of what follows, or empty; undefined without them
 */
export function addedAfter(before: InstructionDigest, after: Instructions): string | undefined {
  const around = leadingSaves(after) - before.leadingSaves
  const end = around + before.count
  if (around < 0 || digest(after.slice(around, end)) !== before.sha256) return undefined
  const closing = after.slice(end, end + around)
  if (closing.length < around || closing.some((instruction) => instruction !== restore)) return undefined
  const added = after.slice(end + around)
  return added.length === 0 ? '' : digest(added)
}

const digest = (instructions: Instructions): string => sha256Of(instructions.join('\n'))

function leadingSaves(instructions: Instructions): number {
  const first = instructions.findIndex((instruction) => instruction !== save)
  return first < 0 ? instructions.length : first
}

function isBalanced(instructions: Instructions): boolean {
  let depth = 0
  for (const instruction of instructions) {
    if (instruction === save) depth += 1
    if (instruction === restore) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
