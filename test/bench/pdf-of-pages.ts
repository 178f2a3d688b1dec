import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const onePage = fileURLToPath(new URL('../../packages/pdf-signing/test/pdfs/cairo.pdf', import.meta.url))

/** A PDF of copies of one page of text. */
export function pdfOfPages(count: number): Uint8Array<ArrayBuffer> {
  const directory = mkdtempSync(join(tmpdir(), 'sealing-bench-'))
  const file = join(directory, 'pages.pdf')
  const copies = Array.from({ length: count }, () => [onePage, '1']).flat()
  execFileSync('qpdf', ['--warning-exit-0', '--no-warn', '--empty', '--pages', ...copies, '--', file])
  const bytes = new Uint8Array(readFileSync(file))
  rmSync(directory, { recursive: true })
  return bytes
}
