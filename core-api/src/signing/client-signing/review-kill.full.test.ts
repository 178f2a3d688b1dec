import { reviewHashHeader } from '@agency/contract/esign'
import { PdfTaskFailed } from '@agency/pdf-signing/pdf-errors'
import { createPdfWorker, type PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { type Filling, field, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { holdFileStore } from '../../../test/hold-file-store.ts'
import { copiesOf, envelopeOf, fileOf } from '../../../test/reviewed-signing.ts'
import { readForm, step, whenSealed } from '../../../test/signing-steps.ts'
import { sweepFiles } from '../../operation/files/file-sweep.ts'
import { sealEnvelope } from '../sealing/seal-envelope.ts'

let core: Core
let pdfWorker: PdfWorker
beforeAll(async () => {
  pdfWorker = createPdfWorker()
  // The service never gets to seal, as if it was killed each time; tests seal in its place.
  const killed = () => Promise.reject(new PdfTaskFailed('PDF_WORKER_LOST'))
  core = await startCore({}, undefined, { ...pdfWorker, seal: killed })
})
afterAll(async () => {
  await core.close()
  await pdfWorker.close()
})
afterEach(() => vi.restoreAllMocks())

const storedIds = async () => {
  const ids: string[] = []
  for await (const id of core.app.fileStore.ids()) ids.push(id)
  return ids
}
const sealingContext = () => {
  const { db, files, cipher, sealKeys, agency } = core.app
  return { db, files, cipher, sealKeys, pdfWorker, agency, verifyUrl: 'https://x.test', tsaUrl: undefined }
}

/** Signs a document with its review. @returns the reviewed pages */
async function signReviewed(filling: Filling): Promise<Buffer> {
  const pages = await review(core, filling)
  const signed = await sign(core, filling, { review_sha256: pages.headers[reviewHashHeader] })
  expect(signed.json().status).toBe('signed')
  return pages.rawPayload
}

describe('a service that ends between two steps of a review', () => {
  it('given it ends after the copy is stored and before it is recorded, when swept a day later, then nothing is left, and the document is reviewed and signed', async () => {
    const filling = await seedFilling(core, [field()])
    const before = new Set(await storedIds())
    const { files, fileStore: store, db } = core.app
    vi.spyOn(files, 'describe').mockRejectedValueOnce(new Error('killed'))
    vi.spyOn(files, 'discard').mockResolvedValueOnce(undefined)
    expect((await review(core, filling)).statusCode).toBe(500)
    const orphans = (await storedIds()).filter((id) => !before.has(id))
    expect([orphans.length, await copiesOf(core, filling)]).toEqual([1, []])
    await sweepFiles({ db, store, now: Date.now() + 2 * 86_400_000 })
    expect((await storedIds()).filter((id) => orphans.includes(id))).toEqual([])
    await signReviewed(filling)
  })

  it('given a store that is slow to write the copy, when staff change the document, then they do not wait', async () => {
    const filling = await seedFilling(core, [])
    const { reached, release } = holdFileStore(core)
    const reviewed = review(core, filling)
    await reached
    const [url, payload] = [`/sessionforms/${filling.form.id}`, { folder: 'Ours' }]
    expect((await core.ask(filling.admin, { method: 'PUT', url, payload })).statusCode).toBe(200)
    release()
    expect((await reviewed).statusCode).toBe(200)
  })

  it('given staff void the document while its copy is stored, when the store is done, then 409, and no copy stays', async () => {
    const filling = await seedFilling(core, [])
    const { reached, release } = holdFileStore(core)
    const reviewed = review(core, filling)
    await reached
    expect((await step(core, filling.admin, filling.form.id, 'void', { reason: 'Not this' })).statusCode).toBe(200)
    release()
    expect((await reviewed).json().code).toBe('WRONG_STATE')
    expect(await copiesOf(core, filling)).toEqual([])
  })

  it('given signing fails after the copy was selected, when signed again, then it is signed with that copy', async () => {
    const filling = await seedFilling(core, [])
    const pages = await review(core, filling)
    const body = { review_sha256: pages.headers[reviewHashHeader] }
    vi.spyOn(core.app.cipher, 'encrypt').mockImplementationOnce(() => {
      throw new Error('killed')
    })
    expect((await sign(core, filling, body)).statusCode).toBe(500)
    expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([false])
    expect((await sign(core, filling, body)).json().status).toBe('signed')
  })
})

describe('a service that ends between signing and sealing', () => {
  it('given a signed document whose fields were changed since, when sealed later, then the reviewed pages are sealed', async () => {
    const own = field({ binding: 'client_name' })
    const filling = await seedFilling(core, [own])
    const pages = await signReviewed(filling)
    const fields = JSON.stringify([{ ...own, x: 300 }])
    await core.app.db.updateTable('session_forms').set({ fields }).where('id', '=', filling.form.id).execute()
    await sealEnvelope(sealingContext(), (await envelopeOf(core, filling)).id)
    await whenSealed(core, filling, filling.form.id)
    const sealed = await fileOf(core, filling)
    expect(sealed.subarray(0, pages.length).equals(pages)).toBe(true)
  })

  it('given the sealed file was stored and not recorded, when sealed again, then it is the same pages, and sealed once', async () => {
    const filling = await seedFilling(core, [])
    const pages = await signReviewed(filling)
    const { id } = await envelopeOf(core, filling)
    vi.spyOn(core.app.files, 'describe').mockRejectedValueOnce(new Error('killed'))
    await expect(sealEnvelope(sealingContext(), id)).rejects.toThrow('killed')
    await sealEnvelope(sealingContext(), id)
    await whenSealed(core, filling, filling.form.id)
    expect((await fileOf(core, filling)).subarray(0, pages.length).equals(pages)).toBe(true)
  })

  it('given the reviewed copy was lost, when sealed, then it fails, and no other pages are sealed', async () => {
    const filling = await seedFilling(core, [])
    await signReviewed(filling)
    const { id } = await envelopeOf(core, filling)
    const [copy] = await copiesOf(core, filling)
    const { db } = core.app
    await db.deleteFrom('review_copies').where('envelope_id', '=', id).execute()
    await expect(sealEnvelope(sealingContext(), id)).rejects.toThrow('reviewed')
    expect((await readForm(core, filling, filling.form.id)).status).toBe('signed')
    if (copy) await db.insertInto('review_copies').values(copy).execute()
    await sealEnvelope(sealingContext(), id)
    expect(pdfText(await fileOf(core, filling), 1, 9)).toContain((await envelopeOf(core, filling)).id)
  })
})
