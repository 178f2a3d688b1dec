import type { EnvelopeAnswer } from '@agency/contract/esign'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { type FakeDocusign, startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import { type Clock, systemClock } from '../src/signing/providers/docusign/docusign-client.ts'
import { docusignProvider } from '../src/signing/providers/docusign/docusign-provider.ts'
import { readDocusignSettings } from '../src/signing/providers/docusign/docusign-settings.ts'
import type { RedirectSigning } from '../src/signing/providers/esign-provider.ts'
import type { Core } from './core.ts'
import { type SeededSession, seedSession } from './session-fixtures.ts'

/** A fake DocuSign whose messages wait to be handed over, ended with the test. */
export async function startFakeForTest(): Promise<FakeDocusign> {
  const fake = await startFakeDocusign()
  fake.connect.held = true
  onTestFinished(async () => {
    await fake.close()
    expect(fake.problems).toEqual([])
  })
  return fake
}

/** The provider as a deployment with these settings has it. */
export function connectProvider(settings: Record<string, string>, clock: Partial<Clock> = {}) {
  const read = readDocusignSettings(readConfig({ PRINCIPAL_SECRET: 'x'.repeat(32), ...settings }))
  if (!read) throw new Error('No account is connected by these settings')
  const provider = docusignProvider(read, { ...systemClock, ...clock })
  const { redirect } = provider
  if (!redirect) throw new Error('DocuSign signs on its own site')
  return { provider, redirect: redirect satisfies RedirectSigning }
}

/** A client's document of the first synced template. */
export async function seedDocusignForm(core: Core): Promise<{ journey: SeededSession; form: SessionForm }> {
  const admin = await core.admin()
  await core.ask(admin, { method: 'POST', url: '/docusign/sync-templates' })
  const { forms } = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json()
  const template = forms.find(({ docusign_template_id: id }: GlobalForm) => id?.startsWith('docusign:'))
  const journey = await seedSession(core)
  const contact = { primary_email: 'ines@example.com' }
  await core.ask(admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload: contact })
  const payload = { session_id: journey.session.id, form_id: template.id }
  const form = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
  return { journey, form }
}

/** Has the document's envelope made. */
export async function sendToDocusign(core: Core, form: SessionForm): Promise<EnvelopeAnswer> {
  const url = `/docusign/envelopes/${form.id}`
  return (await core.ask(await core.admin(), { method: 'POST', url })).json()
}
