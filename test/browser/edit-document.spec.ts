import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { readAlert } from '@agency/test-kit/browser/alerts'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { addSession, formsCard, openEdit, openSession, rowOf, source } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[SE-09] [SE-08] given a document, when its words, status and dates are edited, then they are kept, and emptied dates are sent as null @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  await api.attach(session.id, { type: 'Link', title: 'Guide', folder: 'Reading', source: source() })
  await openSession(staff, session)
  const dialog = await openEdit(staff, 'Guide')
  await expectAccessible(staff, 'edit-document', '[role=dialog]')
  await dialog.getByLabel('Title').fill('Handbook')
  await dialog.getByLabel('Folder').fill('Books')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Read me')
  await dialog.getByLabel('Created Date').fill('2026-01-02')
  await dialog.getByLabel('Sent Date').fill('2026-01-03')
  await dialog.getByLabel('Opened Date').fill('2026-01-04')
  await dialog.getByLabel('Signed Date').fill('2026-01-05')
  await dialog.getByLabel('Status').selectOption('viewed')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(formsCard(staff).getByRole('button', { name: 'Books 1' })).toBeVisible()
  await expect(rowOf(staff, 'Handbook').getByRole('cell')).toHaveText([
    'Handbook',
    /^viewed\s*set by hand\s*Marked viewed by .+, \w{3} \d+, \d{4}$/,
    /^1\/2\/26\s*set by hand$/,
    /^1\/3\/26\s*set by hand$/,
    /^1\/4\/26\s*set by hand$/,
    /^1\/5\/26\s*set by hand$/,
  ])

  await staff.reload()
  const again = await openEdit(staff, 'Handbook')
  await expect(again.getByRole('textbox', { name: 'Notes' })).toHaveText('Read me')
  for (const label of ['Sent Date', 'Opened Date', 'Signed Date']) await again.getByLabel(label).fill('')
  const sent = staff.waitForRequest((request) => request.method() === 'PUT')
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ session_id: session.id, sent_at: null, read_at: null, signed_at: null })
  expect(body).toHaveProperty('source_template_id')
  await expect(again).toBeHidden()
  await expect(rowOf(staff, 'Handbook').getByRole('cell')).toHaveText([
    'Handbook',
    /^viewed\s*set by hand\s*Marked viewed by /,
    /^1\/2\/26\s*set by hand$/,
    '-',
    '-',
    '-',
  ])
})

test('[SE-10] [FO-03] [FO-06] given templates, when one is opened in the library and in a session, then its pages, also in a new window @full', async ({
  staff,
  api,
  family,
}) => {
  await staff.goto(staffUrl('/admin/forms'))
  await pressButton(staff.getByRole('button', { name: 'Sync Templates' }))
  await readAlert(staff, 'DocuSign templates synced successfully!')
  const template = (await api.globalForms()).find(({ docusign_template_id }) => docusign_template_id !== null)
  const title = template?.title ?? ''
  await staff.getByRole('button', { name: `Edit ${title}` }).click()
  const library = staff.getByRole('dialog', { name: 'Edit Form' })
  await expect(library.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  await expect(library.getByRole('button', { name: 'Open in New Window' })).toBeVisible()

  const session = await addSession(api, family)
  await api.attach(session.id, { form_id: template?.id ?? '' })
  await openSession(staff, session)
  const dialog = await openEdit(staff, title)
  await expect(dialog.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  // A browser without a viewer of its own downloads what the new window was sent to.
  const shown = staff.context().waitForEvent('request', (request) => request.url().startsWith('blob:'))
  const popup = staff.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Open in New Window' }).click()
  expect((await shown).frame().page()).toBe(await popup)
})
