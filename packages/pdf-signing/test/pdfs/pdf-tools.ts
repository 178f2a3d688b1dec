import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

type ToolResult = { status: number; output: string; stdout: string }

/** Runs a tool on a PDF: its exit status, and what it says, `output` with its complaints. */
function runTool(tool: string, args: (file: string) => string[], pdf: Uint8Array): ToolResult {
  return withFile(pdf, (file) => {
    const { error, status, stdout, stderr } = spawnSync(tool, args(file), {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (error)
      throw new Error(`These tests need ${tool} on the PATH: install poppler-utils and qpdf.`, { cause: error })
    return { status: status ?? -1, output: stdout + stderr, stdout }
  })
}

function withFile<T>(pdf: Uint8Array, use: (file: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'seal-test-'))
  try {
    const file = join(directory, 'document.pdf')
    writeFileSync(file, pdf)
    return use(file)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What poppler says about the signatures of a PDF and about their certificates. */
export function pdfsig(pdf: Uint8Array): string {
  return runTool('pdfsig', (file) => [file], pdf).output
}

/** qpdf's check of the structure: status 0 without errors and warnings. */
export function qpdfCheck(pdf: Uint8Array): ToolResult {
  return runTool('qpdf', (file) => ['--check', file], pdf)
}

/**
 * An encrypted copy, its streams as they are.
 * @param key `40` and `128` are RC4, `aes-128` and `256` are AES
 */
export function encryptedPdf(
  pdf: Uint8Array,
  { user = '', key = '256' }: { user?: string; key?: '40' | '128' | 'aes-128' | '256' } = {},
): Uint8Array<ArrayBuffer> {
  const bits = key === 'aes-128' ? '128' : key
  const cipher = key === 'aes-128' ? ['--use-aes=y'] : key === '128' ? ['--use-aes=n'] : []
  const options = [user, 'owner', bits, key === '40' ? '--modify=n' : '--modify=none', ...cipher]
  return withFile(pdf, (file) => {
    const written = join(file, '..', 'encrypted.pdf')
    const args = ['--allow-weak-crypto', '--stream-data=preserve', '--encrypt', ...options, '--', file, written]
    const { error } = spawnSync('qpdf', args)
    if (error) throw new Error('These tests need qpdf on the PATH.', { cause: error })
    return new Uint8Array(readFileSync(written))
  })
}

/** Text of pages `first` to `last` (from 1), in the order of the content. */
export function pdfText(pdf: Uint8Array, first: number, last: number): string {
  const pages = ['-f', String(first), '-l', String(last)]
  return runTool('pdftotext', (file) => ['-raw', '-enc', 'UTF-8', ...pages, file, '-'], pdf).stdout
}

/** Names of the fonts in a PDF, one line each, with what poppler says about them. */
export function pdfFonts(pdf: Uint8Array): string[] {
  return runTool('pdffonts', (file) => [file], pdf)
    .stdout.split('\n')
    .slice(2)
    .filter(Boolean)
}

/** The file's objects without compression, as text: what of names and strings is in it. */
export function pdfObjects(pdf: Uint8Array): string {
  const written = ['--qdf', '--object-streams=disable', '--decode-level=generalized']
  return runTool('qpdf', (file) => [...written, file, '-'], pdf).stdout
}

/**
 * The first page by poppler, as it is shown and as it is printed: grey levels, the longer side 300 pixels. pdftocairo
 * follows the Print flags and layers for print when it writes PDF, and those for view when it writes a picture.
 */
export async function viewAndPrint(pdf: Uint8Array): Promise<{ view: GreyImage; print: GreyImage }> {
  const pictures = withFile(pdf, (file) => {
    const printed = join(file, '..', 'printed.pdf')
    const { error } = spawnSync('pdftocairo', ['-pdf', '-f', '1', '-l', '1', file, printed])
    if (error) throw new Error('These tests need pdftocairo on the PATH: install poppler-utils.', { cause: error })
    return { view: firstPagePng(file), print: firstPagePng(printed) }
  })
  return { view: await decodeGrey(pictures.view), print: await decodeGrey(pictures.print) }
}

function firstPagePng(file: string): Buffer {
  const scaled = ['-png', '-gray', '-scale-to', '300', '-cropbox', '-f', '1', '-l', '1', '-singlefile']
  return spawnSync('pdftocairo', [...scaled, file, '-'], { maxBuffer: 16 * 1024 * 1024 }).stdout
}

async function decodeGrey(png: Buffer): Promise<GreyImage> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  return { width, height, grey: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) }
}

export type GreyImage = { width: number; height: number; grey: Uint8Array }

export type InkBox = { left: number; top: number; right: number; bottom: number }

/** Where a page has ink that another version of it has not, in points from the top left of the page as it is seen. */
export function newInk(before: Uint8Array, after: Uint8Array, page: number): InkBox | undefined {
  const old = renderGrey(before, page)
  const now = renderGrey(after, page)
  if (old.width !== now.width || old.height !== now.height) throw new Error('The page changed its size')
  let box: InkBox | undefined
  for (let at = 0; at < now.grey.length; at += 1) {
    if (Math.abs((now.grey[at] ?? 0) - (old.grey[at] ?? 0)) < 60) continue
    const x = at % now.width
    const y = Math.floor(at / now.width)
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? x, x + 1),
      bottom: Math.max(box?.bottom ?? y, y + 1),
    }
  }
  return box
}

/** One page by poppler, at one pixel a point and as its crop box shows it (a binary PGM). */
function renderGrey(pdf: Uint8Array, page: number): GreyImage {
  return withFile(pdf, (file) => {
    const root = join(file, '..', 'page')
    const options = ['-gray', '-cropbox', '-r', '72', '-f', String(page), '-l', String(page), '-singlefile']
    const { error } = spawnSync('pdftoppm', [...options, file, root])
    if (error) throw new Error('These tests need pdftoppm on the PATH: install poppler-utils.', { cause: error })
    return readPgm(`${root}.pgm`)
  })
}

function readPgm(file: string): GreyImage {
  const image = readFileSync(file)
  const [header = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), height: Number(height), grey: new Uint8Array(image.subarray(header.length)) }
}
