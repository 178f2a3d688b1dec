import { addFillableDocument, openFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { sign } from '@agency/test-kit/browser/portal-pages'
import { staffUrl } from '@agency/test-kit/product/product-address'

/** Removes what Chrome 111 and Safari 16.4 lack, in a page or in a worker. */
const removeNewerApis = `
  delete Promise.withResolvers
  delete Promise.try
  delete Response.prototype.bytes
  delete Blob.prototype.bytes
  delete URL.canParse
  delete URL.parse
  delete AbortSignal.any
  delete Array.fromAsync
  delete Uint8Array.fromBase64
  delete Map.prototype.getOrInsertComputed
`

test('given the oldest browser that is supported, when a document is opened and signed, then nothing fails @full', async ({
  phone,
  api,
  family,
}) => {
  const fields = [placedField('Signature', 700, { kind: 'signature', height: 28, required: false })]
  const { session } = await addFillableDocument(api, family, fields)
  const failures: string[] = []
  phone.on('pageerror', ({ message }) => failures.push(message))
  await phone.addInitScript(removeNewerApis)
  await phone.route('**/pdf.worker.js', async (route) => {
    // Only the browser resolves the client-facing host's name.
    const answer = await route.fetch({ url: staffUrl(new URL(route.request().url()).pathname) })
    await route.fulfill({ response: answer, body: `${removeNewerApis};${await answer.text()}` })
  })
  await openFillableDocument(phone, session, family)
  await phone.getByRole('button', { name: /^Next field/ }).tap()
  await phone.getByRole('button', { name: 'Use this signature' }).tap()
  await sign(phone)
  // The sealed document may ask for the worker again.
  await phone.unrouteAll({ behavior: 'wait' })

  expect(failures).toEqual([])
})
