import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { startCoreForTest } from '../../../test/core.ts'
import { consent, openAsClient, seedForm, seedSession, signature } from '../../../test/session-fixtures.ts'
import { confirmCode, receiveCode } from '../../../test/signing-code-steps.ts'
import { step, whenSealed } from '../../../test/signing-steps.ts'

it('given a confirmed code whose destination staff replaced, when the document is sealed, then its certificate states channel, masked number, times, address, device, change and consent', async () => {
  const core = await startCoreForTest({ SIGNING_CODE: 'text', DEMO: 'true' })
  const journey = await seedSession(core)
  const { admin, clientId, session } = journey
  const { id } = await seedForm(core, journey)
  await core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload: { primary_phone: '3055550147' } })
  await core.ask(admin, { method: 'PUT', url: `/session/${session.session_code}/code-destinations` })
  const client = await openAsClient(core, session)
  await step(core, client, id, 'open')
  await consent(core, client, session)
  await confirmCode(core, client, session, await receiveCode(core, client, session))
  await step(core, client, id, 'sign', signature)
  await whenSealed(core, journey, id)

  const file = await core.ask(admin, { method: 'GET', url: `/sessionforms/${id}/file` })
  const text = pdfText(file.rawPayload, 2, 4).replaceAll(/\s+/g, ' ')
  const stored = await core.app.db
    .selectFrom('signing_codes')
    .innerJoin('outbox_messages', 'outbox_messages.id', 'message_id')
    .select(['sent_at', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  const utc = (time: string | null) => new Date(time ?? 0).toISOString().slice(0, 19).replace('T', ' ')
  const { consent_sha256 } = await core.app.db.selectFrom('sessions').select('consent_sha256').executeTakeFirstOrThrow()
  for (const fact of [
    'Código de uso único',
    'Mensagem de texto, •••0147',
    `Enviado ${utc(stored.sent_at)} UTC`,
    `Confirmado ${utc(stored.confirmed_at)} UTC`,
    'Endereço IP 198.51.100.7',
    'Safari on iPhone',
    'Endereço alterado pela agência',
    'Código de uso único confirmado',
    'Endereço dos códigos alterado',
    consent_sha256,
  ]) {
    expect(text).toContain(fact)
  }
  const trail = await auditEvents(core.app.db).select('detail').where('action', '=', 'consented').execute()
  expect(trail).toEqual([{ detail: expect.stringContaining(`SHA-256 ${consent_sha256}`) }])
})
