import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfObjects, pdfsig } from '../../test/pdfs/pdf-tools.ts'
import { PDF } from '../libpdf.ts'
import { createSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'
import { openSealSigner } from './seal-signer.ts'
import { assertSealVerifies, verifyPdfSeal } from './verify-seal.ts'

const notVerified = { name: 'PdfTaskFailed', code: 'SEAL_NOT_VERIFIED' }

let sealKey: SealKey
let sealed: Uint8Array
let unsealedLength: number
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
  const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey }
  sealed = (await sealPdf(input)).pdf
  // The seal is an update behind the first end of the file.
  unsealedLength = Buffer.from(sealed).indexOf('%%EOF') + '%%EOF\n'.length
})

const verify = async (bytes: Uint8Array, unsealedLength: number) =>
  assertSealVerifies(bytes, await PDF.load(bytes), unsealedLength)

function changedAt(at: number): Uint8Array {
  const bytes = Uint8Array.from(sealed)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

/** Where the CMS structure ends, whose last part is the signature: before the zeros that fill its place. */
function endOfSignature(): number {
  const update = Buffer.from(sealed.subarray(unsealedLength)).toString('latin1')
  const [found = ''] = /\/Contents <[0-9a-fA-F]*?(?=0*>)/.exec(update) ?? []
  return unsealedLength + update.indexOf(found) + found.length
}

describe('assertSealVerifies', () => {
  it('given a sealed PDF, when it is verified, then it passes', async () => {
    await expect(verify(sealed, unsealedLength)).resolves.toBeUndefined()
  })

  it.each([
    ['a changed page', () => changedAt(Buffer.from(sealed).indexOf('MediaBox'))],
    ['a changed signature', () => changedAt(endOfSignature() - 3)],
    [
      'a range that begins later',
      () => Buffer.from(Buffer.from(sealed).toString('latin1').replace('[0 ', '[1 '), 'latin1'),
    ],
    ['something added behind', () => Buffer.concat([sealed, Buffer.from('%more')])],
    ['no seal', () => sealed.subarray(0, unsealedLength)],
  ])('given a PDF with %s, when it is verified, then it is discarded', async (_, make) => {
    await expect(verify(new Uint8Array(make()), unsealedLength)).rejects.toMatchObject(notVerified)
  })

  it('given a signature that permits changes, when it is verified, then it is discarded', async () => {
    const unsealed = onePagePdf()
    const signer = await openSealSigner(sealKey.secret)
    const { bytes } = await (await PDF.load(unsealed)).sign({ signer, fieldName: 'DocumentSeal', level: 'B-B' })
    expect(pdfsig(bytes)).toContain('Signature is Valid')
    await expect(verify(bytes, unsealed.length)).rejects.toMatchObject(notVerified)
  })
})

describe('verifyPdfSeal', () => {
  it('given a sealed PDF, when it is verified, then the certificate is the one of the seal', async () => {
    expect(await verifyPdfSeal(sealed)).toEqual({ certificate: sealKey.certificate })
    expect(await verifyPdfSeal(changedAt(Buffer.from(sealed).indexOf('MediaBox')))).toBeUndefined()
  })

  it('given something else in the padding of the signature, when the PDF is verified, then it is not valid', async () => {
    const bytes = Buffer.from(sealed)
    bytes.write('> /Reason (Another) /More <', endOfSignature() + 2, 'latin1')
    expect(await verifyPdfSeal(bytes)).toBeUndefined()
  })
})

describe('the certification of a seal', () => {
  it('given a sealed PDF, when its objects are read, then its signature permits no changes', () => {
    const objects = pdfObjects(sealed).replaceAll(/\s+/g, ' ')
    expect(objects).toMatch(/\/Perms << \/DocMDP \d+ 0 R >>/)
    expect(objects).toMatch(/\/TransformMethod \/DocMDP \/TransformParams << (\/Type \/TransformParams )?\/P 1 /)
  })

  it('given a change that is appended after sealing, when it is checked, then here and in pdfsig it shows', async () => {
    const pdf = await PDF.load(sealed)
    pdf.getPages()[0]?.drawText('900000 dollars', { x: 72, y: 72 })
    const changed = await pdf.save({ incremental: true })
    expect(Buffer.from(changed.subarray(0, sealed.length)).equals(sealed)).toBe(true)
    expect(pdfsig(sealed)).toContain('Total document signed')
    expect(pdfsig(changed)).toContain('Not total document signed')
    await expect(verify(changed, unsealedLength)).rejects.toMatchObject(notVerified)
  })
})
