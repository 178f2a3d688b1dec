import type { Session } from '@agency/contract/sessions'
import { openPortalApi } from '@agency/test-kit/api/portal-api'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { portalLanguages, portalMessages } from '@agency/test-kit/browser/portal-messages'
import { enterPortal, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { openSession } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import type { Open } from './access-screens.ts'
import { type Camera, expect } from './camera.ts'

/** A session from its sending on: messages, reminders, the one-time code's destination, a second device, the outbox. */
export async function shootMessages(camera: Camera, open: Open, api: StaffApi): Promise<void> {
  const page = await open({ storageState: api.storageState() })
  const session = await addSession(api, 'English')
  await openSession(page, session)
  await camera.screen(page, 'admin-session-unsent')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to the client' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await camera.dialog(page, 'admin-session-send', dialog)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Change reminders' }).click()
  await camera.dialog(page, 'admin-session-reminders')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await openPortalApi(session)
  await openPortalApi(session)
  await page.reload()
  await expect(page.getByText(/open on 2 devices/)).toBeVisible()
  await camera.screen(page, 'admin-session-sent')
  await page.goto(staffUrl('/admin/outbox'))
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible()
  await camera.screen(page, 'admin-outbox')
}

/** The step of the one-time code in each language, and the notice of a second device. */
export async function shootCodes(camera: Camera, open: () => Promise<Page>, api: StaffApi): Promise<void> {
  for (const [language, name] of portalLanguages) {
    const page = await open()
    const t = portalMessages[language]
    const session = await addSession(api, name)
    await openPortalApi(session)
    await enterPortal(page, session)
    await expect(page.getByText(t('openTwice'))).toBeVisible()
    await camera.window(page, `portal-phone-${language}-open-twice`)
    await page.getByRole('link', { name: document }).tap()
    await page.getByRole('checkbox').check()
    await page.locator('main form button[type=submit]').tap()
    await readToTheEnd(page, t('reader.review'))
    await readerStep(page, t('reader.review')).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fields.adopt') })
      .tap()
    await expect(page.getByText(t('code.choose'))).toBeVisible()
    await camera.window(page, `portal-phone-${language}-code-choice`)
    await page.getByRole('main').getByRole('button', { name: /@/ }).tap()
    await expect(page.getByLabel(t('code.label'), { exact: true })).toBeVisible()
    await camera.window(page, `portal-phone-${language}-one-time-code`)
  }
}

const document = 'Authorization'

async function addSession(api: StaffApi, language: string): Promise<Session> {
  const client = await api.addClient({
    client_first_name: 'Clara',
    client_last_name: 'Duarte',
    primary_email: 'clara.duarte@example.com',
    primary_phone: '3055550147',
    pref_lang: language,
  })
  const session = await api.startSession(client.id, { signing_code: 'client' })
  const form = await api.addPdf(undefined, { title: document })
  await api.attach(session.id, { form_id: form.id })
  return session
}
