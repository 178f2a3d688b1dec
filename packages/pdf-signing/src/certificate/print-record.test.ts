import { expect, it } from 'vitest'
import { pdfText } from '../../test/pdfs/pdf-tools.ts'
import { printRecord } from './print-record.ts'

it('given sections longer than a page, with lines, other scripts and a character without a glyph, when printed, then each value is on some page beside its label', async () => {
  const rows = Array.from({ length: 80 }, (_, n) => [`Label ${n}`, `Value ${n}`] as const)
  const sections = [
    {
      title: 'Address',
      rows: [['Home', '1 Main St\r\nMiami, FL 33101'] as const, ['Name', 'Łucja Ж \u{1F642}'] as const],
    },
    { title: 'Many', rows },
  ]
  const pdf = await printRecord({ agency: 'Sunrise', title: 'Ann Lee', footer: 'Client 7', sections })
  const text = pdfText(pdf, 1, 3)
  for (const fact of [
    'Sunrise',
    'Ann Lee',
    '1 Main St',
    'Miami, FL 33101',
    'Łucja Ж [U+1F642]',
    'Client 7',
    'Page 2 of 2',
  ]) {
    expect(text).toContain(fact)
  }
  for (const [label, value] of rows) expect(text).toMatch(new RegExp(`${label}\\s+${value}\\b`))
})
