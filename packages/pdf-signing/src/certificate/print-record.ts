import { FontSet } from '../fonts/font-files.ts'
import { printable } from '../fonts/shape-text.ts'
import { PDF } from '../libpdf.ts'
import { accent, ink } from '../stamps/page-canvas.ts'
import { CertificateFlow } from './certificate-flow.ts'
import { drawLines, row } from './certificate-page.ts'

export type PrintedRecord = {
  agency: string
  title: string
  footer: string
  sections: { title: string; rows: (readonly [label: string, value: string])[] }[]
}

const letter = { width: 612, height: 792 }

/** Prints a record as a PDF. A character that no font has is written by its code point, such as `[U+1F642]`. */
export async function printRecord({ agency, title, footer, sections }: PrintedRecord): Promise<Uint8Array> {
  const pdf = PDF.create()
  const fonts = new FontSet(pdf)
  const flow = new CertificateFlow(pdf, fonts, letter)
  flow.y += 8
  drawLines(flow, printable(agency, 'semibold'), { face: 'semibold', size: 9.5, color: accent, leading: 13 })
  flow.y += 12
  drawLines(flow, printable(title, 'semibold'), { face: 'semibold', size: 21, color: ink, leading: 26 })
  for (const section of sections) {
    flow.section(printable(section.title, 'semibold'))
    for (const [label, value] of section.rows) {
      for (const [at, line] of value.split(/\r\n?|\n/).entries()) {
        row(flow, at === 0 ? printable(label) : '', printable(line))
      }
    }
  }
  flow.finish(printable(footer), (page, pages) => `Page ${page} of ${pages}`)
  fonts.finish()
  return Uint8Array.from(await pdf.save())
}
