import type { Page } from '@playwright/test'
import type { Session } from 'contract/sessions'
import { expect } from './journey.ts'
import { clientUrl, staffUrl } from './product-address.ts'
import type { StaffApi } from './staff-api.ts'

/** The card of a session's documents. */
export const formsCard = (page: Page) => page.getByRole('region', { name: 'Forms & Documents' })
/** The row of one of them. */
export const rowOf = (page: Page, title: string) => formsCard(page).getByRole('row').filter({ hasText: title })
/** An address that a link may have. */
export const source = () => clientUrl('/session/')

/** A session of a client of its own. */
export async function addSession(api: StaffApi, family: string): Promise<Session> {
  const client = await api.addClient({ client_last_name: family })
  return api.startSession(client.id)
}

/** Opens a session's page. */
export async function openSession(page: Page, session: Session): Promise<void> {
  await page.goto(staffUrl(`/admin/clients/${session.client_id}/sessions/${session.session_code}`))
  await expect(formsCard(page).getByRole('button', { name: 'Add Document' })).toBeEnabled()
}
