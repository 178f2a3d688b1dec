import { describe, expect, it } from 'vitest'
import { helveticaResources, onePagePdf, streamPart } from '../../test/pdfs/build-pdf.ts'
import { encryptedPdf, newInk, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { inspectPdf, inspectPrompt } from './inspect-pdf.ts'

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const multiLine = 1 << 12
const combo = 1 << 17
const comb = 1 << 24

type FormOptions = { widget: string; form?: string; rect?: string; more?: (string | Buffer)[] }

/** A page with one field. The other objects are numbered from 6 on. */
const formOf = ({ widget, form = '', rect = '100 600 300 640', more = [] }: FormOptions) =>
  onePagePdf({
    content: 'BT /F1 12 Tf 72 720 Td (Agreement) Tj ET',
    page: `/MediaBox [0 0 612 792] ${helveticaResources} /Annots [5 0 R]`,
    catalog: `/AcroForm << /Fields [5 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv ${helvetica} >> >> ${form} >>`,
    more: [`<< /Type /Annot /Subtype /Widget /T (f) /F 4 /P 3 0 R /Rect [${rect}] ${widget} >>`, ...more],
  })

const words = async (pdf: Uint8Array) =>
  pdfText((await inspectPdf(pdf, { use: 'read' })).plain, 1, 1)
    .trim()
    .split(/\s+/)
/** Where the value is seen, in points from the top left of the page. */
async function inkOf(widget: string) {
  const { plain } = await inspectPdf(formOf({ widget }), { use: 'read' })
  const empty = onePagePdf({ content: 'BT /F1 12 Tf 72 720 Td (Agreement) Tj ET' })
  return newInk((await inspectPdf(empty, { use: 'read' })).plain, plain, 1) ?? expect.fail('nothing is drawn')
}

describe('a filled-in field without an appearance', () => {
  it.each([
    ['a text', '/FT /Tx /V (Eli Test)', ['Agreement', 'Eli', 'Test']],
    ['accented letters', '/FT /Tx /V <fffe4a006f007300e900>', ['Agreement', 'José']],
    ['lines', `/FT /Tx /Ff ${multiLine} /V (One\\rTwo)`, ['Agreement', 'One', 'Two']],
    ['cells', `/FT /Tx /Ff ${comb} /MaxLen 4 /V (9876)`, ['Agreement', '9', '8', '7', '6']],
    ['a choice', `/FT /Ch /Ff ${combo} /Opt [[(a) (First)] [(b) (Second)]] /V (b)`, ['Agreement', 'Second']],
    ['a choice of a list', '/FT /Ch /Opt [(First) (Second)] /V (Second)', ['Agreement', 'First', 'Second']],
    ['a number that may not be changed', '/FT /Tx /Ff 1 /V (12,500.00)', ['Agreement', '12,500.00']],
  ])('given %s, when it is inspected, then its copy has it, in the form’s font @full', async (_, widget, expected) => {
    expect(await words(formOf({ widget }))).toEqual(expected)
  })

  it('given texts to the left, in the middle and to the right, when they are drawn, then each is there @full', async () => {
    const [left, middle, right] = [
      await inkOf('/FT /Tx /V (ab)'),
      await inkOf('/FT /Tx /Q 1 /V (ab)'),
      await inkOf('/FT /Tx /Q 2 /V (ab)'),
    ]
    expect(left.left).toBeLessThan(110)
    expect(middle.left).toBeGreaterThan(180)
    expect(middle.right).toBeLessThan(220)
    expect(right.right).toBeGreaterThan(290)
  })

  it('given lines, when they are drawn, then they begin at the top @full', async () => {
    const { top, bottom } = await inkOf(`/FT /Tx /Ff ${multiLine} /V (One\\rTwo)`)
    expect(top).toBeLessThan(792 - 620)
    expect(bottom - top).toBeGreaterThan(14)
  })

  it.each([
    ['ticked', '/FT /Btn /V /Yes /AS /Yes', true],
    ['not ticked', '/FT /Btn /V /Off /AS /Off', false],
    ['a button', '/FT /Btn /Ff 65536 /V /Yes /AS /Yes', false],
  ])(
    'given a check box that is %s, when it is inspected, then its copy shows that @full',
    async (_, widget, isMarked) => {
      const { plain } = await inspectPdf(formOf({ widget, rect: '100 600 120 620' }), { use: 'read' })
      const { plain: empty } = await inspectPdf(onePagePdf({ content: 'BT /F1 12 Tf 72 720 Td (Agreement) Tj ET' }))
      const ink = newInk(empty, plain, 1)
      expect(ink !== undefined).toBe(isMarked)
      if (ink) expect(ink.left).toBeGreaterThanOrEqual(100)
    },
  )

  it('given a password, when it is inspected, then no one can read it @full', async () => {
    expect(await words(formOf({ widget: '/FT /Tx /Ff 8192 /V (secret)' }))).toEqual(['Agreement'])
  })

  it('given characters that the font lacks, when it is inspected, then the refusal names the loss', async () => {
    const refusal = inspectPdf(formOf({ widget: '/FT /Tx /V <feff6f22>' }), { use: 'read' })
    await expect(refusal).rejects.toMatchObject({ code: 'PDF_CONTENT_LOST', losses: [{ what: 'value', page: 0 }] })
    await expect(refusal).rejects.toThrow('What is filled in on page 1 of this PDF would be lost')
  })
})

it('given a value without an appearance in a large form, when it is looked at, then it is left to the check', async () => {
  const pdf = formOf({ widget: '/FT /Tx /V (Eli Test)' })
  expect(await inspectPrompt(pdf, { pages: 0, bytes: 0 })).toEqual({ pages: 1 })
})

describe('a form whose viewer is to draw it anew', () => {
  const form = '/NeedAppearances true'
  const look = streamPart('BT /Helv 12 Tf 0 g 2 4 Td (Stale) Tj ET', {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /Helv ${helvetica} >> >> `,
  })
  const shown = '/AP << /N 6 0 R >>'

  it('given an old appearance, when it is inspected, then its copy has the value @full', async () => {
    expect(await words(formOf({ widget: `/FT /Tx /V (Present) ${shown}`, form, more: [look] }))).toEqual([
      'Agreement',
      'Present',
    ])
  })

  it('given an old appearance of characters that the font lacks, when it is inspected, then it is kept @full', async () => {
    const widget = `/FT /Tx /V <feff6f22> ${shown}`
    expect(await words(formOf({ widget, form, more: [look] }))).toEqual(['Agreement', 'Stale'])
  })

  it('given a font that the form lacks, and XFA beside it, when it is inspected, then Helvetica is used @full', async () => {
    const widget = '/FT /Tx /DA (/Helvetica 9 Tf 0 g) /V (Present)'
    const pdf = formOf({ widget, form: `${form} /XFA 6 0 R`, more: [streamPart('<xdp/>')] })
    expect(await words(pdf)).toEqual(['Agreement', 'Present'])
  })

  it('given encryption, when it is inspected, then its copy has the value @full', async () => {
    expect(await words(encryptedPdf(formOf({ widget: '/FT /Tx /V (Present)', form })))).toEqual([
      'Agreement',
      'Present',
    ])
  })
})
