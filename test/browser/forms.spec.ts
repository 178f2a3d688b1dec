import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { shortDate } from '@agency/test-kit/browser/local-dates'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const library = (page: Page) => page.getByRole('region', { name: 'Global Forms' })
const rowOf = (page: Page, title: string) => library(page).getByRole('row').filter({ hasText: title })

test('[FO-01] [FO-02] given forms, when one is edited, then by row or pencil, in a wide dialog, and the list follows @full', async ({
  staff,
  api,
  family,
}) => {
  const form = await api.addLink({ title: `${family} terms`, folder: family, notes: '<p>Ask first</p>' })
  await api.addLink({ title: `${family} loose` })
  await api.addLink({ title: null, folder: `${family} empty` })
  await staff.goto(staffUrl('/admin/forms'))
  await expect(library(staff).getByRole('button', { name: 'Sync Templates' })).toBeVisible()
  const folder = library(staff).getByRole('button', { name: `${family} 1`, exact: true })
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  const cells = rowOf(staff, `${family} terms`).getByRole('cell')
  await expect(cells).toHaveText([`${family} terms`, 'Link', shortDate(form.created_at), ''])
  await folder.click()
  await expect(rowOf(staff, `${family} terms`)).toBeHidden()
  await library(staff)
    .getByRole('button', { name: /^Ungrouped \d+$/ })
    .click()
  await expect(rowOf(staff, `${family} loose`)).toBeHidden()
  await library(staff)
    .getByRole('button', { name: `${family} empty 1` })
    .click()
  await library(staff)
    .getByRole('button', { name: `${family} empty 1` })
    .click()
  await expect(library(staff).getByRole('button', { name: 'Edit Untitled' }).first()).toBeVisible()
  await folder.click()

  await rowOf(staff, `${family} terms`).click()
  const dialog = staff.getByRole('dialog', { name: 'Edit Form' })
  await expect(dialog.getByLabel('Title')).toHaveValue(`${family} terms`)
  await expect(dialog.getByLabel('Folder')).toHaveValue(family)
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveText('Ask first')
  await expectAccessible(staff, 'edit-form', '[role=dialog]')
  const wide = await dialog.boundingBox()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add New Form' })
  await expect(adding.getByLabel('Form Type')).toBeVisible()
  expect(wide?.width).toBeGreaterThan((await adding.boundingBox())?.width ?? 0)
  await adding.getByRole('button', { name: /^(Cancel|Close & Refresh)$/ }).click()

  const held = await HeldCalls.of(staff, `**/_api/global-forms/${form.id}`, 'PUT')
  await staff.getByRole('button', { name: `Edit ${family} terms` }).click()
  await dialog.getByLabel('Title').fill(`${family} conditions`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  held.release()
  await expect(dialog).toBeHidden()
  await expect(rowOf(staff, `${family} conditions`)).toBeVisible()
  await expect(rowOf(staff, `${family} terms`)).toHaveCount(0)
})

test('[FO-05] [FO-08] given each kind of form, when it is added, then templates are only explained, and PDFs uploaded @full', async ({
  staff,
  api,
  family,
}) => {
  await staff.goto(staffUrl('/admin/forms'))
  const dialog = staff.getByRole('dialog', { name: 'Add New Form' })
  const open = () => pressButton(library(staff).getByRole('button', { name: 'Add Document' }))
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await open()
  await dialog.getByLabel('Form Type').selectOption({ label: 'DocuSign Template (sync only)' })
  await expect(dialog.getByText(/created on the e-signature provider's site.*Sync Templates/)).toBeVisible()
  await expect(save).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close & Refresh' }).click()
  await expect(dialog).toBeHidden()

  await open()
  await expect(dialog.getByLabel('PDF file')).toHaveAttribute('accept', 'application/pdf,.pdf')
  await expect(save).toBeDisabled()
  await expectAccessible(staff, 'add-form', '[role=dialog]')
  await dialog.getByLabel('PDF file').setInputFiles(onePagePdf)
  await dialog.getByLabel('Title').fill(`${family} paper`)
  await save.click()
  await expect(dialog).toBeHidden(pdfCheck)
  expect((await api.globalForms()).find(({ title }) => title === `${family} paper`)).toMatchObject({ has_file: true })
})

test('given an open dialog, when the page is left for another document and come back to, or loaded again, then the dialog stays closed @full', async ({
  staff,
}) => {
  const dialog = staff.getByRole('dialog', { name: 'Add New Form' })
  for (const comeBack of [() => staff.goto('about:blank').then(() => staff.goBack()), () => staff.reload()]) {
    await staff.goto(staffUrl('/admin/forms'))
    await staff.getByRole('button', { name: 'Add Document' }).click()
    await expect(dialog).toBeVisible()
    await comeBack()
    await expect(staff.getByRole('heading', { name: 'Global Forms' })).toBeVisible()
    await expect(dialog).toBeHidden()
  }
})
