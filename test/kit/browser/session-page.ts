import type { Session } from '@agency/contract/sessions'
import type { Locator, Page } from '@playwright/test'
import { onePagePdf } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import type { StaffApi } from '../api/staff-api.ts'
import { clientUrl, staffUrl } from '../product/product-address.ts'
import { expect } from './fixtures.ts'
import { waitForButton } from './press-button.ts'

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

/** A session with a PDF that its client is to sign. */
export async function addOffer(api: StaffApi, family: string) {
  const session = await addSession(api, family)
  const offer = await api.addPdf(onePagePdf, { title: 'Offer' })
  return { session, form: await api.attach(session.id, { form_id: offer.id, title: 'Offer' }) }
}

/** Where staff see a session. */
export const sessionPath = ({ client_id, session_code }: Pick<Session, 'client_id' | 'session_code'>): string =>
  `/admin/clients/${client_id}/sessions/${session_code}`

/** Opens a session's page, and waits for its buttons. */
export async function openSession(page: Page, session: Session): Promise<void> {
  await page.goto(staffUrl(sessionPath(session)))
  const add = formsCard(page).getByRole('button', { name: 'Add Document' })
  await expect(add).toBeEnabled()
  await waitForButton(add)
}

/** Opens the dialog of a document that a session's page shows. */
export async function openEdit(page: Page, title: string): Promise<Locator> {
  await rowOf(page, title).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Document' })
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  return dialog
}
