import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../../test/core.ts'
import { seedForm, seedSession } from '../../../../test/session-fixtures.ts'
import { signAsClient, whenSealed } from '../../../../test/signing-steps.ts'

it('given a client whose opening creates the envelope, when it is sealed, then the certificate says that staff sent it', async () => {
  const core = await startCoreForTest()
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await signAsClient(core, journey, id)
  await whenSealed(core, journey, id)
  const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
  const history = pdfText(file.rawPayload, 3, 3)
  expect(history).toMatch(/UTC Enviado admin$/m)
  expect(history).toMatch(/UTC Visualizado Inês Gonçalves/)
})
