import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { fillAndSign } from '@agency/test-kit/api/portal-api'
import { openFieldPlacement } from '@agency/test-kit/browser/field-placement'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'

test.afterEach(({ api }) => api.deletePresets())

test('[OF-09] given a preset of the library, when a renewal is started and signed, then its page leads from step to step @full', async ({
  staff,
  api,
  family,
}) => {
  const first = await api.addPdf(onePagePdf, { title: `${family} notice` })
  await api.addPdf(onePagePdf, { title: `${family} terms` })
  await staff.goto(staffUrl('/admin/forms'))
  await staff.getByRole('button', { name: 'Add Preset' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add Preset' })
  await adding.getByLabel('Name').fill(`${family} packet`)
  await adding.getByLabel('Session type').selectOption('renewal')
  await adding.getByRole('searchbox', { name: 'Search forms' }).fill(family)
  for (const title of ['notice', 'terms'])
    await adding.getByRole('checkbox', { name: new RegExp(`${family} ${title}`) }).check()
  await expectAccessible(staff, 'form-preset', '[role=dialog]')
  await adding.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(adding).toBeHidden()

  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await staff.getByRole('button', { name: 'Start New Session' }).click()
  const starting = staff.getByRole('dialog', { name: 'Start New Session' })
  await starting.getByLabel('Session type').selectOption('renewal')
  await expect(starting.getByRole('checkbox', { name: `Add “${family} packet” (2 forms)` })).toBeChecked()
  await starting.getByRole('button', { name: 'Start Session' }).click()
  const sending = staff.getByRole('dialog', { name: 'Send to the client' })
  await sending.getByRole('button', { name: 'Cancel' }).click()
  await expect(staff.getByText('0 of 2 signed')).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('data-variant', 'primary')
  await expectAccessible(staff, 'session-progress')

  const code = new URL(staff.url()).pathname.split('/').at(-1) ?? ''
  const session = await api.readSession(code)
  const documents = await api.sessionForms(session.id)
  const notice = documents.find(({ form_id }) => form_id === first.id)
  await fillAndSign(session, notice?.id ?? '', {})
  await expect(staff.getByText('1 of 2 signed')).toBeVisible()
  const line = staff.getByRole('list', { name: 'Progress of the session' })
  await expect(line.getByRole('listitem').nth(2)).toContainText(`Ida ${family}`)
  await expect(staff.getByRole('button', { name: 'Remind Client' })).toHaveAttribute('data-variant', 'primary')
})

test('[OF-10] given a form that a session uses, when it is replaced and archived, then the session keeps its own @full', async ({
  staff,
  api,
  family,
}) => {
  // The library has another one, so that a search finds none and not the library is empty.
  await api.addLink({ title: 'Another form' })
  const form = await api.addPdf(onePagePdf, { title: `${family} form`, folder: family })
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  await api.attach(session.id, { form_id: form.id })
  await staff.goto(staffUrl('/admin/forms'))
  await staff.getByRole('searchbox', { name: 'Search forms' }).fill(family)
  await staff.getByRole('button', { name: `Edit ${family} form` }).click()
  const dialog = staff.getByRole('dialog', { name: 'Edit Form' })
  await dialog.getByLabel('New version of the PDF').setInputFiles(onePagePdf)
  await staff.getByRole('button', { name: 'Replace', exact: true }).click()
  const told = staff.getByRole('alertdialog', { name: /^The PDF was replaced: version 2\./ })
  await told.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  const question = staff.getByRole('alertdialog', { name: 'Archive this form?' })
  await expect(question).toContainText('1 document was made from it, 1 of them open.')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(staff.getByText('No form has these words.')).toBeVisible()
  await staff.getByRole('button', { name: 'Show archived' }).click()
  await expect(staff.getByRole('button', { name: `Edit ${family} form` })).toBeVisible()
  await openSession(staff, session)
  await expect(rowOf(staff, `${family} form`)).toBeVisible()
})

test('[OF-11] given a PDF, when fields are placed in the whole window by the keyboard alone, then all is saved @full', async ({
  staff,
  api,
  family,
}) => {
  const form = await api.addPdf(onePagePdf, { title: `${family} form` })
  const dialog = await openFieldPlacement(staff, `${family} form`)
  const { width = 0, height = 0 } = staff.viewportSize() ?? {}
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(width - 40)
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBeGreaterThan(height - 40)
  await dialog.getByRole('button', { name: 'Text', exact: true }).focus()
  const { keyboard } = staff
  await keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Text, page 1' })).toBeFocused()
  await keyboard.press('Control+d')
  await expect(dialog.getByRole('button', { name: 'Text, page 1' })).toHaveCount(2)
  await keyboard.press('Control+a')
  await expect(dialog.getByRole('heading', { name: '2 fields selected' })).toBeVisible()
  await keyboard.press('Control+c')
  await keyboard.press('Control+v')
  await expect(dialog.getByRole('button', { name: 'Text, page 1' })).toHaveCount(4)
  await keyboard.press('Control+z')
  await expect(dialog.getByRole('button', { name: 'Text, page 1' })).toHaveCount(2)
  await keyboard.press('Control+Shift+z')
  await expect(dialog.getByRole('button', { name: 'Text, page 1' })).toHaveCount(4)
  await keyboard.press('+')
  await expect(dialog.getByText(/^Zoom \d+%$/)).toBeVisible()
  await keyboard.press('0')
  await expect(dialog.getByText('Zoom Fit')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect((await api.formFields(form.id)).fields).toHaveLength(4)
})
