import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../../../test/pdfs/certificate.ts'
import { createSealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'
import { assertSealVerifies } from './verify-seal.ts'

const notVerified = { name: 'PdfTaskFailed', code: 'SEAL_NOT_VERIFIED' }

let sealed: Uint8Array
let unsealedLength: number
beforeAll(async () => {
  const sealKey = await createSealKey({ organisation: 'Test' })
  const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey }
  sealed = (await sealPdf(input)).pdf
  // The seal is an update behind the first end of the file.
  unsealedLength = Buffer.from(sealed).indexOf('%%EOF') + '%%EOF\n'.length
})

function changedAt(marker: string, offset: number): Uint8Array {
  const bytes = Buffer.from(sealed)
  const at = bytes.indexOf(marker, marker === 'MediaBox' ? 0 : unsealedLength) + offset
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return new Uint8Array(bytes)
}

describe('assertSealVerifies', () => {
  it('given a sealed PDF, when it is verified, then it passes', async () => {
    await expect(assertSealVerifies(sealed, unsealedLength)).resolves.toBeUndefined()
  })

  it.each([
    ['a changed page', () => changedAt('MediaBox', 0)],
    ['a changed signature', () => changedAt('/Contents <', 400)],
    [
      'a range that begins later',
      () => Buffer.from(Buffer.from(sealed).toString('latin1').replace('[0 ', '[1 '), 'latin1'),
    ],
    ['something added behind', () => Buffer.concat([sealed, Buffer.from('%more')])],
    ['no seal', () => sealed.subarray(0, unsealedLength)],
  ])('given a PDF with %s, when it is verified, then it is discarded', async (_, make) => {
    await expect(assertSealVerifies(new Uint8Array(make()), unsealedLength)).rejects.toMatchObject(notVerified)
  })
})
