import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { consent, openAsClient, seedForm, seedSession, signature } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

it('[SI-04] given a document that was declined, set by staff and asked for again, when it is signed and sealed, then the certificate names all of it @full', async () => {
  const core = await startCoreForTest()
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  const put = (payload: object) => core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
  await step(core, client, id, 'open')
  await step(core, client, id, 'decline', { reason: 'Not yet' })
  await put({ status: 'completed' })
  await put({ status: 'voided', version: (await readForm(core, journey, id)).version })
  await put({ status: 'pending' })
  await put({ read_at: '2026-02-03T04:05:06.000Z' })
  await signAsClient(core, journey, id)
  await whenSealed(core, journey, id)
  const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
  const history = pdfText(file.rawPayload, 3, 4)
  // The client's opening has created the envelope.
  expect(history).toMatch(/UTC Enviado\s+admin$/m)
  expect(history).toMatch(/UTC Visualizado\s+Inês Gonçalves/)
  expect(history).toMatch(/UTC Recusado Inês Gonçalves/)
  expect(history).toMatch(/UTC Situação definida pela equipe:\s+Concluído\s+admin/)
  expect(history).toMatch(/UTC Situação definida pela equipe:\s+Anulado\s+admin/)
  expect(history).toMatch(/UTC Pedido novamente ao cliente\s+admin/)
  // The date alone that staff set is none of the envelope.
  expect(history.match(/Situação definida/g)).toHaveLength(2)
})

it('[PH-12] given a form of which every page must be looked at, when it is signed without and with that, then only the second is taken, and the certificate says it @full', async () => {
  const core = await startCoreForTest()
  const journey = await seedSession(core)
  const { form_id } = await seedForm(core, journey)
  const library = { method: 'PUT', url: `/global-forms/${form_id}`, payload: { reading: 'every_page' } } as const
  expect((await core.ask(journey.admin, library)).json()).toMatchObject({ reading: 'every_page' })
  const payload = { session_id: journey.session.id, form_id }
  const { id, reading, pages } = (
    await core.ask(journey.admin, { method: 'POST', url: '/sessionforms', payload })
  ).json()
  expect(reading).toBe('every_page')
  const client = await openAsClient(core, journey.session)
  await step(core, client, id, 'open')
  await consent(core, client, journey.session)
  const refused = await step(core, client, id, 'sign', { ...signature, pages_viewed: pages - 1 })
  expect([refused.statusCode, refused.json().details]).toMatchObject([400, [{ field: 'pages_viewed' }]])
  const taken = await step(core, client, id, 'sign', { ...signature, pages_viewed: pages })
  expect(taken.statusCode).toBe(200)
  await whenSealed(core, journey, id)
  const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })

  expect(pdfText(file.rawPayload, pages + 1, pages + 1)).toContain('era preciso ver todas antes de assinar')
})
