import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { fillAndSign } from '@agency/test-kit/api/portal-api'
import { test as base, expect } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, expectSealed, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { addOffer, openEdit, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { settledBox } from '@agency/test-kit/browser/settled-box'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'

/** A product of this file's own, whose stored files the tests can damage. */
const test = base.extend<object, { dataDirectory: string }>({
  dataDirectory: [({ product }, use) => use(product.dataDirectory), { scope: 'worker' }],
})

/** The stored files, by their paths. */
async function storedFiles(dataDirectory: string): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const path of glob('files/*/??/??/*', { cwd: dataDirectory })) paths.add(join(dataDirectory, path))
  return paths
}

/** Alters the files that were stored since; gives what puts them right. */
async function damage(dataDirectory: string, before: ReadonlySet<string>): Promise<() => Promise<void>> {
  const whole = new Map<string, Buffer>()
  for (const path of await storedFiles(dataDirectory)) if (!before.has(path)) whole.set(path, await readFile(path))
  expect(whole.size).toBeGreaterThan(0)
  for (const [path, bytes] of whole) {
    const altered = Buffer.from(bytes)
    altered.fill(0, Math.floor(bytes.length / 2))
    await writeFile(path, altered)
  }
  return async () => {
    for (const [path, bytes] of whole) await writeFile(path, bytes)
  }
}

test('given a signed document whose stored file is damaged, when sealing fails, then staff see it and end it, and nobody gets the original as signed @full', async ({
  staff,
  phone,
  api,
  family,
  dataDirectory,
}) => {
  const before = await storedFiles(dataDirectory)
  const { session, form } = await addOffer(api, family)
  const repair = await damage(dataDirectory, before)
  await fillAndSign(session, form.id, {})

  await staff.goto(staffUrl('/admin/dashboard'))
  await staff.getByRole('link', { name: '1 Signed, but could not be sealed' }).click()
  await staff.getByRole('table', { name: 'Sessions' }).getByRole('link').click()
  await expect(staff.getByText('is signed, but could not be sealed:')).toContainText('altered or damaged')
  await expect(staff.getByText('in progress').first()).toBeVisible()
  await expectAccessible(staff, 'a session with a document that could not be sealed')
  await staff.getByRole('button', { name: 'Retry Sealing' }).click()
  const failures = async () =>
    (await api.activity(session.client_id)).filter(({ action }) => action === 'sealing-failed').length
  await expect.poll(failures).toBe(2)
  await expect(staff.getByText('is signed, but could not be sealed:')).toBeVisible()

  await enterPortal(phone, session)
  await expect(phone.getByRole('link', { name: /Offer/ })).toContainText('Completed')
  await phone.getByRole('link', { name: /Offer/ }).click()
  await expect(phone.getByText('Your signed copy is being prepared', { exact: false })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Download' })).toHaveCount(0)

  await repair()
  await staff.getByRole('button', { name: 'Retry Sealing' }).click()
  await expect(rowOf(staff, 'Offer')).toContainText('completed')
  await expect(staff.getByText('is signed, but could not be sealed:')).toBeHidden()
  await expect(phone.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  await phone.goto(clientUrl(`/session/${session.session_code}/dashboard`))
  await expect(phone.getByRole('button', { name: /Download/ })).toBeVisible()
})

test('given a signed document that can’t be sealed, when staff void it and set it back, then the client signs it anew @full', async ({
  staff,
  api,
  family,
  dataDirectory,
}) => {
  const before = await storedFiles(dataDirectory)
  const { session, form } = await addOffer(api, family)
  const repair = await damage(dataDirectory, before)
  await fillAndSign(session, form.id, {})
  await openSession(staff, session)
  await staff.getByRole('button', { name: 'Open Document' }).click()
  const edit = staff.getByRole('dialog', { name: 'Edit Document' })
  await expect(edit.getByLabel('Title')).toHaveAttribute('readonly')
  await edit.getByRole('button', { name: 'Void', exact: true }).click()
  const voiding = staff.getByRole('dialog', { name: 'Void Document' })
  await voiding.getByLabel('Reason').fill('The file is damaged')
  await voiding.getByRole('button', { name: 'Void Document' }).click()
  await expect(edit.getByText('The file is damaged')).toBeVisible()
  await edit.getByLabel('Status').selectOption('pending')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(staff, 'Offer')).toContainText(/Marked pending by .*, /)
  await repair()
  await fillAndSign(session, form.id, {})
  await expect(rowOf(staff, 'Offer')).toContainText('completed')
  await expect(rowOf(staff, 'Offer')).not.toContainText('Marked')
  const reopened = await openEdit(staff, 'Offer')
  await expect(reopened.getByLabel('Signed Date')).toHaveAttribute('readonly')
})

test('given a dot in place of a signature, when the client signs with it, then a signature is asked for @full', async ({
  phone,
  api,
  family,
}) => {
  const { session } = await addOffer(api, family)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Offer/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  await readerStep(phone, 'Review').click()
  await phone.getByRole('radio', { name: 'Draw' }).check()
  const pad = phone.getByRole('img', { name: /Draw your signature/ })
  const adopt = phone.getByRole('button', { name: 'Use this signature' })
  await adopt.click()
  await expect(phone.getByRole('alert')).toHaveText('Please draw your signature, or choose “Type”.')
  const dot = await settledBox(pad)
  await phone.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2)
  await adopt.click()
  await expect(phone.getByRole('alert')).toContainText('That is too small.')
  const { x, y, width, height } = await settledBox(pad)
  await phone.mouse.move(x + 40, y + height / 3)
  await phone.mouse.down()
  await phone.mouse.move(x + width / 2, y + height - 20, { steps: 8 })
  await phone.mouse.move(x + width - 40, y + height / 3, { steps: 8 })
  await phone.mouse.up()
  await adopt.click()
  await readerStep(phone, 'Finish and sign').click()
  await expectSealed(phone)
})
