import { describe, expect, it, onTestFinished } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { startFakeAuthorities } from '../../test/pdfs/fake-authorities.ts'
import { pdfsig, qpdfCheck } from '../../test/pdfs/pdf-tools.ts'
import { PDF, PdfDict, PdfStream } from '../libpdf.ts'
import { resolverOf } from '../pdf-objects.ts'
import { sealPdf } from './seal-pdf.ts'
import { verifyPdfSeal } from './verify-seal.ts'

async function seal(answers: Parameters<typeof startFakeAuthorities>[0], isLongTerm = true) {
  const authorities = await startFakeAuthorities(answers)
  onTestFinished(authorities.close)
  const { sealKey, tsaUrl } = authorities
  const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey, tsaUrl, isLongTerm }
  return { sealing: sealPdf(input), authorities }
}

/** How many streams the store of a file has of each kind. */
async function storeOf(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes)
  const resolve = resolverOf(pdf)
  const store = pdf.getCatalog().getDict('DSS', resolve)
  if (!(store instanceof PdfDict)) return undefined
  const count = (name: string) =>
    [...(store.getArray(name, resolve) ?? [])].filter(
      (item) => 'objectNumber' in item && pdf.getObject(item) instanceof PdfStream,
    ).length
  return { certificates: count('Certs'), ocsp: count('OCSPs'), lists: count('CRLs') }
}

describe('a seal of level B-LT', () => {
  it.each([
    ['ocsp', { certificates: 3, ocsp: 2, lists: 0 }],
    ['crl', { certificates: 3, ocsp: 0, lists: 2 }],
  ] as const)(
    'given authorities that answer by %s, when a document is sealed, then it holds chain and answers @full',
    async (answers, store) => {
      const { sealing, authorities } = await seal(answers)
      const { pdf } = await sealing
      expect(await storeOf(pdf)).toEqual(store)
      expect(pdfsig(pdf)).toContain('Signature is Valid')
      expect(qpdfCheck(pdf)).toMatchObject({ status: 0 })
      expect(await verifyPdfSeal(pdf)).toEqual({ certificate: authorities.sealKey.certificate })
    },
  )

  it('given a sealed file with its chain, when another update follows or the chain is changed to more, then it is not valid @full', async () => {
    const { pdf } = await (await seal('crl')).sealing
    const more = await PDF.load(pdf)
    more.getCatalog().set('Lang', more.getCatalog().get('Pages') ?? new PdfDict())
    expect(await verifyPdfSeal(Uint8Array.from(await more.save({ incremental: true })))).toBeUndefined()
    expect(await verifyPdfSeal(Buffer.concat([pdf, Buffer.from('\n% more')]))).toBeUndefined()
  })

  it('given a level of B-T, when a document is sealed, then no authority but that of time stamps is asked', async () => {
    const { sealing, authorities } = await seal('ocsp', false)
    expect(await storeOf((await sealing).pdf)).toBeUndefined()
    expect(authorities.requests).toEqual(['POST /tsa'])
  })

  it.each(['revoked', 'revoked list', 'silent'] as const)(
    'given authorities that are or say: %s, when a document is sealed, then they are named as the reason',
    async (answers) => {
      const { sealing } = await seal(answers)
      const code = answers === 'silent' ? 'TSA_FAILED' : 'SEAL_CHAIN_UNKNOWN'
      await expect(sealing).rejects.toMatchObject({ name: 'PdfTaskFailed', code })
    },
  )
})
