import { randomUUID } from 'node:crypto'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { type FakeDocusign, startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import type { StaffApi } from '../api/staff-api.ts'
import { test as base, expect } from './fixtures.ts'

interface Connected {
  /** The account at DocuSign that the product of these tests is connected with. */
  docusign: FakeDocusign
  api: StaffApi
}

/** Tests against a product of their own, connected with a DocuSign. */
export const test = base.extend<object, { docusign: FakeDocusign }>({
  docusign: [
    async ({ browserName: _browser }, use) => {
      const docusign = await startFakeDocusign()
      await use(docusign)
      await docusign.close()
      expect(docusign.problems).toEqual([])
    },
    { scope: 'worker' },
  ],
  productSettings: [({ docusign }, use) => use(docusign.settings), { scope: 'worker' }],
})

/** Puts a template into the account. */
export function addTemplate({ account }: FakeDocusign, name: string): void {
  const lastModified = new Date().toISOString()
  account.templates.push({ templateId: randomUUID(), name, folderName: 'Carriers', lastModified, role: 'Client' })
}

/** A client with a session that has one document of a template of its own. */
export async function attachTemplate(
  { docusign, api }: Connected,
  family: string,
  primary_email: string | null = 'ida@example.com',
): Promise<{ session: Session; form: SessionForm }> {
  const title = `Agent of Record ${family}`
  addTemplate(docusign, title)
  await api.syncTemplates()
  const template = (await api.globalForms()).find((form) => form.title === title)
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, primary_email })
  const session = await api.startSession(client.id)
  return { session, form: await api.attach(session.id, { form_id: template?.id ?? null }) }
}
