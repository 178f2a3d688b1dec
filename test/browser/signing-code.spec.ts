import type { Session } from '@agency/contract/sessions'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, expectSealed, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { lastMailTo } from '@agency/test-kit/browser/received-mails'
import type { Page } from '@playwright/test'

/** A session that asks for a code by e-mail, with a document to sign. */
async function addGuarded(api: StaffApi, family: string, primary_email: string): Promise<Session> {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, primary_email })
  const session = await api.startSession(client.id, { signing_code: 'email' })
  const form = await api.addPdf(undefined, { title: 'Authorization' })
  await api.attach(session.id, { form_id: form.id })
  return session
}

/** Reads the document to its end, and adopts the suggested signature: then the code is asked for. */
async function goToCode(phone: Page, session: Session): Promise<void> {
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Authorization/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  await readerStep(phone, 'Review').click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await expect(phone.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused()
}

async function enterCode(phone: Page, code: string): Promise<void> {
  await phone.getByLabel('Code', { exact: true }).fill(code)
  const answered = phone.waitForResponse(/signing-code\/confirm$/)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await answered
}

test('[RE-06] given a session with a code by e-mail, when the client enters the code of the message, then the document is signed; five wrong ones end another code @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize({ width: 320, height: 640 })
  const address = `${family.toLowerCase()}@example.com`
  await goToCode(phone, await addGuarded(api, family, address))
  await expect(phone.getByText(/We sent a 6-digit code to .•••@example\.com\./)).toBeVisible()
  await expectNoSidewaysScrolling(phone, 'the one-time code')
  await expectAccessible(phone, 'portal-signing-code')
  const [code = ''] = /\b\d{6}\b/.exec(await lastMailTo(address)) ?? []
  await enterCode(phone, code)
  await expect(readerStep(phone, 'Finish and sign')).toBeEnabled()
  await readerStep(phone, 'Finish and sign').click()
  await expectSealed(phone)

  const other = `other-${address}`
  await goToCode(phone, await addGuarded(api, family, other))
  const [right] = /\b\d{6}\b/.exec(await lastMailTo(other)) ?? []
  const wrong = right === '000000' ? '111111' : '000000'
  for (const problem of [...Array.from({ length: 4 }, () => /That code is not right/), /too many times/]) {
    await enterCode(phone, wrong)
    await expect(phone.getByRole('alert')).toHaveText(problem)
  }
  await enterCode(phone, right ?? '')
  await expect(phone.getByRole('alert')).toHaveText(/too many times/)
})
