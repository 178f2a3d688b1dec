import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { type FakeTsa, startFakeTsa } from '../../test/pdfs/fake-tsa.ts'
import { pdfsig } from '../../test/pdfs/pdf-tools.ts'
import { createSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'
import { timeStampAuthority } from './time-stamp.ts'

// id-aa-timeStampToken, 1.2.840.113549.1.9.16.2.14, in DER: the attribute that makes B-T of B-B.
const timeStampAttribute = '060b2a864886f70d010910020e'

let sealKey: SealKey
let tsa: FakeTsa | undefined
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
})
afterEach(() => {
  tsa?.server.close()
  tsa?.server.closeAllConnections()
})

async function sealWith(answer: Parameters<typeof startFakeTsa>[0]): Promise<Uint8Array> {
  tsa = await startFakeTsa(answer)
  const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey, tsaUrl: tsa.url }
  return (await sealPdf(input)).pdf
}

const holdsTimeStamp = (pdf: Uint8Array) =>
  Buffer.from(pdf).toString('latin1').toLowerCase().includes(timeStampAttribute)

describe('timeStampAuthority', () => {
  it('given an authority, when a document is sealed, then the valid seal holds its time stamp @full', async () => {
    const pdf = await sealWith('granted')
    expect(tsa?.requests()).toBe(1)
    expect(holdsTimeStamp(pdf)).toBe(true)
    expect(pdfsig(pdf)).toContain('Signature is Valid')
  })

  it('given no authority, when a document is sealed, then its seal holds no time stamp', async () => {
    const { pdf } = await sealPdf({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })
    expect(holdsTimeStamp(pdf)).toBe(false)
  })

  it.each(['rejected', 'other digest'] as const)(
    'given an authority that answers with: %s, when a document is sealed, then the authority is named as the reason',
    async (answer) => {
      await expect(sealWith(answer)).rejects.toMatchObject({ name: 'PdfTaskFailed', code: 'TSA_FAILED' })
    },
  )

  it('given an authority that cannot be reached, when a document is sealed, then the authority is named as the reason', async () => {
    tsa = await startFakeTsa('granted')
    const { url, server } = tsa
    await new Promise((resolve) => server.close(resolve))
    const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey, tsaUrl: url }
    await expect(sealPdf(input)).rejects.toMatchObject({ code: 'TSA_FAILED' })
  })

  it('given an authority that sends headers only, when it is asked, then it fails after the time-out', async () => {
    tsa = await startFakeTsa('headers only')
    const asked = timeStampAuthority(tsa.url, 100).timestamp(new Uint8Array(32), 'SHA-256')
    await expect(asked).rejects.toMatchObject({ name: 'PdfTaskFailed', code: 'TSA_FAILED' })
  })
})
