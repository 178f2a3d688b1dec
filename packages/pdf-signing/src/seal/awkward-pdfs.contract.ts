import { beforeAll, expect, it } from 'vitest'
import type { AwkwardPdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pixelsOf } from '../../test/pdfs/page-pixels.ts'
import { type GreyImage, newInk, pdfObjects, pdfsig, pdfText, viewAndPrint } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng } from '../../test/pdfs/signature-png.ts'
import { inspectPdf } from '../intake/inspect-pdf.ts'
import { looksSame } from '../reading/content-guard.ts'
import { openForReading } from '../reading/open-pdf.ts'
import { renderPage } from '../reading/page-picture.ts'
import type { Stamp, StampContent } from '../stamps/stamp.ts'
import { stampPdf } from '../stamps/stamp-pdf.ts'
import { createSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'

/** Names of what runs, fetches, hides or replaces: none may be left beside the pages. */
const unwanted =
  /\/(A|AA|AcroForm|AF|Alternates|Annots|EF|EmbeddedFiles?|JavaScript|JS|Launch|Names|OCGs?|OCMD|OCProperties|OP|OPI|OpenAction|Outlines|PieceInfo|Popup|PS|RichMedia\w*|SubmitForm|Thumb|TR|URI|ViewerPreferences|XFA)\b/

let sealKey: SealKey

async function intakeAndSeal(bytes: Uint8Array) {
  const { plain } = await inspectPdf(bytes, { use: 'read' })
  const document = await openForReading(plain)
  const viewport = (await document.getPage(1)).getViewport({ scale: 1 })
  await document.loadingTask.destroy()
  const stamps = everyKind(viewport)
  const { pdf: reviewed, sha256 } = await stampPdf({ original: plain, stamps, mark: `Envelope ${'f'.repeat(36)}` })
  const { pdf: sealed } = await sealPdf({ reviewed, sha256, certificate: certificateData(), sealKey })
  expect(Buffer.from(sealed.subarray(0, reviewed.length)).equals(reviewed)).toBe(true)
  return { plain, reviewed, sealed, stamps }
}

const kinds: StampContent[] = [
  { kind: 'drawn-signature', png: signaturePng },
  { kind: 'typed-signature', text: 'María Ñuñez', font: 'great-vibes' },
  { kind: 'text', text: 'Đặng Щербаков' },
  { kind: 'text', text: 'A longer text that takes more than one line of its box' },
  { kind: 'check' },
  { kind: 'dot' },
]

/** A stamp of each kind, in two rows at the bottom left of the first page. */
function everyKind({ width, height }: { width: number; height: number }): Stamp[] {
  const box = { width: width / 12, height: height / 8 }
  return kinds.map((content, at) => ({
    ...{ page: 0, x: (at % 3) * box.width, y: height - (at < 3 ? 2 : 1) * box.height },
    ...{ ...box, content },
  }))
}

export async function byPdfjs(pdf: Uint8Array) {
  const document = await openForReading(pdf)
  try {
    const page = await document.getPage(1)
    return { view: await renderPage(page, 'display'), print: await renderPage(page, 'print') }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** Looks next to a pixel too: poppler prints from a copy in PDF, which moves letters by a fraction of a pixel. */
export function differingPixels(view: GreyImage, print: GreyImage): number {
  expect([print.width, print.height]).toEqual([view.width, view.height])
  return unlikePixels(view, print) + unlikePixels(print, view)
}

const around = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => ({ x, y })))

function unlikePixels(one: GreyImage, other: GreyImage): number {
  return one.grey.filter((grey, at) =>
    around.every(({ x, y }) => Math.abs(grey - (other.grey[at + y * other.width + x] ?? grey - 255)) > 96),
  ).length
}

/** A text of 12 points, the largest, can be lost in a picture of a page of kilometres. */
const isTooSmall = ({ content, height }: Stamp): boolean => content.kind === 'text' && height > 1_000

/** Each stamp of the sealed page has the pixels that the signer reviewed, in pdf.js and in poppler, and is drawn. */
async function expectSameStamps(plain: Uint8Array, reviewed: Uint8Array, sealed: Uint8Array, stamps: Stamp[]) {
  const shown = await pixelsOf(reviewed, 0, stamps)
  expect((await pixelsOf(sealed, 0, stamps)).map((pixels, at) => shown[at]?.equals(pixels))).toEqual(
    kinds.map(() => true),
  )
  const before = await pixelsOf(plain, 0, stamps)
  const undrawn = stamps.filter((_, at) => shown[at]?.equals(before[at] ?? Buffer.alloc(0)))
  expect(undrawn.filter((stamp) => !isTooSmall(stamp))).toEqual([])
  expect(newInk(reviewed, sealed, 1)).toBeUndefined()
  expect(newInk(plain, sealed, 1)).toBeDefined()
}

async function expectSealed({ make, shows = [], hides = [] }: AwkwardPdf): Promise<void> {
  const { plain, reviewed, sealed, stamps } = await intakeAndSeal(await make())
  await expectSameStamps(plain, reviewed, sealed, stamps)
  expect(pdfsig(sealed)).toContain('Signature is Valid')
  expect(pdfsig(sealed)).toContain('Total document signed')
  const { view, print } = await byPdfjs(sealed)
  expect(looksSame(view, print)).toBe(true)
  const poppler = await viewAndPrint(sealed)
  expect(differingPixels(poppler.view, poppler.print)).toBeLessThanOrEqual(4)
  const text = pdfText(sealed, 1, 1).replaceAll(/\s+/g, ' ')
  for (const words of shows) expect(text).toContain(words)
  const objects = pdfObjects(plain)
  expect(objects).not.toMatch(unwanted)
  for (const words of hides) expect(objects).not.toContain(words)
}

/** What becomes of each of these PDFs: it is refused with a reason, or sealed and looks as before. */
export function awkwardPdfContract(pdfs: readonly AwkwardPdf[]): void {
  beforeAll(async () => {
    sealKey = await createSealKey({ organisation: 'Test' })
  })

  it.each(pdfs.filter(({ refused }) => refused))(
    'given $name, when it is uploaded, then it is refused in words',
    async ({ make, refused }) => {
      const refusal = inspectPdf(await make(), { use: 'read' })
      await expect(refusal).rejects.toMatchObject({ name: 'PdfRefused', code: expect.toBeOneOf(refused ?? []) })
      await expect(refusal).rejects.toThrow(/PDF.*\. .*upload/i)
    },
  )

  it.each(pdfs.filter(({ refused }) => !refused))(
    'given $name, when it is uploaded, reviewed and sealed, then the seal is valid and total, and view and print are equal',
    expectSealed,
  )
}
