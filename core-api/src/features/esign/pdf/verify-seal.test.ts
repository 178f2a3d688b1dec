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
    await expect(assertSealVerifies(sealed, unsealedLength)).resolves.toBeUndefined()
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
    await expect(assertSealVerifies(new Uint8Array(make()), unsealedLength)).rejects.toMatchObject(notVerified)
  })
})
