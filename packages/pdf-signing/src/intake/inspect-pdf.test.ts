import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  agreementLines,
  ambiguousPdf,
  helveticaResources,
  onePagePdf,
  pagesPdf,
  scanPdf,
  streamPart,
} from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { fillablePdf, line } from '../../test/pdfs/fillable-pdf.ts'
import { inflatingPdf } from '../../test/pdfs/hostile-pdfs.ts'
import { encryptedPdf, pdfObjects, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { createSealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import { inspectPdf, inspectPrompt } from './inspect-pdf.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/pdfs/${name}`, import.meta.url)))
const words = agreementLines
  .match(/\([^)]*\)/g)
  ?.join(' ')
  .replaceAll(/[()]/g, '')
  .split(' ')
const wordsOf = (plain: Uint8Array) => pdfText(plain, 1, 99).split(/\s+/).filter(Boolean)

describe('inspectPdf', () => {
  it.each([
    ['cairo.pdf', 1],
    ['distiller-rotated.pdf', 6],
    ['ghostscript.pdf', 16],
    ['irs-f8889.pdf', 1],
    ['libreoffice.pdf', 4],
    ['pdftex.pdf', 15],
    ['quartz.pdf', 1],
  ])(
    'given %s, when it is inspected, then it is accepted with its %i pages and its hash @full',
    async (name, pages) => {
      const bytes = fixture(name)
      const inspection = await inspectPdf(bytes)
      expect(inspection).toMatchObject({ pages, sha256: createHash('sha256').update(bytes).digest('hex') })
      expect(wordsOf(inspection.plain).length).toBeGreaterThan(100)
    },
  )

  it.each([
    ['a plain page', onePagePdf()],
    [
      'resources that the page inherits',
      onePagePdf({ page: '', pages: `/MediaBox [0 0 612 792] ${helveticaResources}` }),
    ],
    ['a stream that is longer than it says', onePagePdf({ content: streamPart(agreementLines, { length: 300 }) })],
    ['a stream that is shorter than it says', onePagePdf({ content: streamPart(agreementLines, { length: 99_999 }) })],
  ])('given %s, when it is inspected, then its copy has every word @full', async (_, bytes) => {
    const { pages, plain } = await inspectPdf(bytes)
    expect(pages).toBe(1)
    expect(wordsOf(plain)).toEqual(words)
  })

  it('given a scan without words, when it is inspected, then it is accepted @full', async () => {
    expect(await inspectPdf(scanPdf())).toMatchObject({ pages: 1, fields: [] })
  })

  it('given a drawing whose size loses its last digits in saving, when it is inspected, then it is accepted @full', async () => {
    const page = '/MediaBox [0 0 170.078751 170.079422]'
    const drawing = onePagePdf({ content: '0 0 1 rg 20 20 120 120 re f', page })
    expect(await inspectPdf(drawing)).toMatchObject({ pages: 1, fields: [] })
  })

  it.each([
    ['PDF_NOT_A_PDF', 'a text', Buffer.from('Dear client, '.repeat(200))],
    ['PDF_NOT_A_PDF', 'nothing', new Uint8Array()],
    ['PDF_TOO_LARGE', 'more than 50 MB', Buffer.concat([onePagePdf(), Buffer.alloc(50 * 1024 * 1024)])],
    ['PDF_PASSWORD_NEEDED', 'a password', fixture('encrypted-password.pdf')],
    ['PDF_TRUNCATED', 'its end missing', fixture('pdftex.pdf').subarray(0, 100_000)],
    ['PDF_UNREADABLE', 'its objects missing', Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n')],
    ['PDF_IS_PORTFOLIO', 'a portfolio', onePagePdf({ catalog: '/Collection << /View /D >>' })],
    ['PDF_CONTENT_LOST', 'text that only some readers find', ambiguousPdf()],
  ])('given a file that is refused with %s (%s), when it is inspected, then it says so', async (code, _, bytes) => {
    const refusal = inspectPdf(new Uint8Array(bytes))
    await expect(refusal).rejects.toMatchObject({ name: 'PdfRefused', code })
    await expect(refusal).rejects.toThrow(/PDF.*\. .*upload/i)
  })

  it.each(['40', '128', 'aes-128', '256'] as const)(
    'given a PDF that opens without a password and forbids changes (%s bits), when it is inspected, then its copy has every word and no encryption @full',
    async (key) => {
      const { plain } = await inspectPdf(encryptedPdf(onePagePdf(), { key }))
      expect(wordsOf(plain)).toEqual(words)
      expect(Buffer.from(plain).includes('/Encrypt')).toBe(false)
    },
  )

  it.each(['40', '128', 'aes-128', '256'] as const)(
    'given a PDF with a password (%s bits), when it is inspected, then it needs the right one',
    async (key) => {
      const locked = encryptedPdf(fillablePdf([{ rect: line(0), entries: '/FT /Tx /T (name)' }]), {
        user: 'secret',
        key,
      })
      await expect(inspectPdf(locked)).rejects.toMatchObject({ code: 'PDF_PASSWORD_NEEDED' })
      await expect(inspectPdf(locked, { password: 'Secret' })).rejects.toMatchObject({ code: 'PDF_PASSWORD_WRONG' })
      const { plain, fields } = await inspectPdf(locked, { password: 'secret' })
      expect([wordsOf(plain), fields.map(({ label }) => label)]).toEqual([words, ['name']])
      expect(pdfObjects(plain)).not.toContain('/Encrypt')
    },
  )

  it('given a PDF that needs no password, when one is given, then it is accepted @full', async () => {
    expect(await inspectPdf(encryptedPdf(onePagePdf()), { password: 'unneeded' })).toMatchObject({ pages: 1 })
  })

  it('given a large PDF with a password, when it is looked at, then all of it is checked: the password is not stored @full', async () => {
    const locked = encryptedPdf(pagesPdf(3), { user: 'secret' })
    const limit = { pages: 2, bytes: 10_000_000 }
    expect(await inspectPrompt(locked, limit, { password: 'secret' })).toMatchObject({
      pages: 3,
      plain: expect.any(Uint8Array),
    })
    expect(await inspectPrompt(encryptedPdf(pagesPdf(3)), limit)).toEqual({ pages: 3 })
  })

  it('given a PDF of which only the attached files are encrypted, when it is inspected, then it is accepted without them @full', async () => {
    const hex = (length: number) => `<${'5a'.repeat(length)}>`
    const keys = `/O ${hex(48)} /U ${hex(48)} /OE ${hex(32)} /UE ${hex(32)} /Perms ${hex(16)}`
    const filters =
      '/CF << /StdCF << /CFM /AESV3 /AuthEvent /EFOpen /Length 32 >> >> /StmF /Identity /StrF /Identity /EFF /StdCF'
    const attached = onePagePdf({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 5 0 R >> >>] >> >>',
      more: [
        streamPart('encrypted bytes', { entries: '/Type /EmbeddedFile ' }),
        `<< /Filter /Standard /V 5 /R 6 /Length 256 /P -4 ${keys} ${filters} >>`,
      ],
    })
    const [id, encrypt] = [`/ID [${hex(16)} ${hex(16)}]`, '/Encrypt 6 0 R']
    const locked = Buffer.from(attached).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${id} ${encrypt}`)
    const { plain } = await inspectPdf(new Uint8Array(Buffer.from(locked, 'latin1')))
    expect(wordsOf(plain)).toEqual(words)
    expect(pdfObjects(plain)).not.toMatch(/Encrypt|EmbeddedFile/)
  })

  it('given an encrypted stream that inflates to 200 MB, when it is inspected, then it is refused @full', async () => {
    await expect(inspectPdf(encryptedPdf(inflatingPdf()))).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' })
  })

  it('given a PDF that is sealed already, when it is inspected, then it is refused', async () => {
    const sealKey = await createSealKey({ organisation: 'Test' })
    const { pdf } = await sealPdf({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })
    await expect(inspectPdf(pdf)).rejects.toMatchObject({ code: 'PDF_ALREADY_SIGNED' })
  })
})
