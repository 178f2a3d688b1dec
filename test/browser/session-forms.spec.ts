import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { shortDate } from '@agency/test-kit/browser/local-dates'
import { acknowledge } from '@agency/test-kit/browser/portal-pages'
import {
  addSession,
  formsCard,
  openEdit,
  openSession,
  rowOf,
  sessionPath,
  source,
} from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const folder = (page: Page, name: string, count: number) =>
  formsCard(page).getByRole('button', { name: `${name} ${count}`, exact: true })

test('[SE-07] [SE-08] given documents, when the session shows, then by folder with states and dates @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const read = await api.attach(session.id, { type: 'Link', title: 'Guide', folder: 'Reading', source: source() })
  await api.attach(session.id, { type: 'Link', source: source(), created_at: '2026-01-02T15:00:00.000Z' })
  await api.attach(session.id, { type: 'Link', title: 'Rates', folder: 'Reading', source: source() })
  await acknowledge(session, read.id)
  const held = await HeldCalls.of(staff, '**/_api/sessionforms/session/*')
  await staff.goto(staffUrl(sessionPath(session)))
  await expect(formsCard(staff).getByText('Loading forms...')).toBeVisible()
  held.release()

  await expect(folder(staff, 'Reading', 2)).toHaveAttribute('aria-expanded', 'true')
  await expect(folder(staff, 'No folder', 1)).toHaveAttribute('aria-expanded', 'true')
  await expect(formsCard(staff).getByRole('table').first().getByRole('columnheader')).toHaveText([
    'Title',
    'Status',
    'Created',
    'Sent',
    'Opened',
    'Signed',
  ])
  const [kept] = (await api.sessionForms(session.id)).filter(({ id }) => id === read.id)
  const handedOver = shortDate(kept?.sent_at ?? null)
  const untitled = ['Untitled', 'pending', '1/2/26', handedOver, '-', '-']
  await expect(rowOf(staff, 'Untitled').getByRole('cell')).toHaveText(untitled)
  expect(kept?.read_at).toEqual(expect.any(String))
  await expect(rowOf(staff, 'Guide').getByRole('cell')).toHaveText([
    'Guide',
    'completed',
    shortDate(read.created_at),
    handedOver,
    shortDate(kept?.read_at ?? null),
    shortDate(kept?.signed_at ?? null),
  ])

  await folder(staff, 'Reading', 2).click()
  await expect(rowOf(staff, 'Guide')).toBeHidden()
  await expect(rowOf(staff, 'Untitled')).toBeVisible()
  await folder(staff, 'Reading', 2).click()
  await expect(rowOf(staff, 'Guide')).toBeVisible()
})

test('[SE-11] [SE-07] given a document, when it is removed, then only after the question @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  await openSession(staff, session)
  const dialog = await openEdit(staff, 'Guide')
  const question = staff.getByRole('alertdialog', {
    name: 'Are you sure you want to remove this document from this session?',
  })
  await dialog.getByRole('button', { name: /^(Remove|Delete)$/ }).click()
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'remove-document', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await api.sessionForms(session.id)).toHaveLength(1)

  await dialog.getByRole('button', { name: /^(Remove|Delete)$/ }).click()
  await question.getByRole('button', { name: /^(Remove|Delete)$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(formsCard(staff).getByText('No documents linked yet.')).toBeVisible()
  expect(await api.sessionForms(session.id)).toEqual([])
})

test('[SE-12] [SE-15] given the library, when forms are chosen, then by folder, ticked, and attached in that order @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const first = await api.addLink({ title: `${family} terms`, folder: family })
  await api.addLink({ title: `${family} fees`, folder: family })
  await api.addLink({ title: `${family} loose` })
  await openSession(staff, session)
  await formsCard(staff).getByRole('button', { name: 'Add Document' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Document' })
  const choice = (title: string) => dialog.getByRole('checkbox', { name: new RegExp(`${family} ${title}`) })
  const use = dialog.getByRole('button', { name: 'Use Selected' })
  await expect(dialog.getByText('Select From Existing')).toBeVisible()
  await expect(dialog.getByText(`${family} terms Link · ${shortDate(first.created_at)}`)).toBeVisible()
  await expect(use).toBeDisabled()
  await dialog.getByRole('button', { name: /^Ungrouped \d+$/ }).click()
  await expect(choice('loose')).toBeHidden()
  await dialog.getByRole('button', { name: `${family} 2` }).click()
  await expect(choice('terms')).toBeHidden()
  await dialog.getByRole('button', { name: `${family} 2` }).click()

  await dialog.getByText(`${family} terms`).click()
  await expect(choice('terms')).toBeChecked()
  await expect(use).toBeEnabled()
  await dialog.getByText(`${family} terms`).click()
  await expect(choice('terms')).not.toBeChecked()
  await expect(use).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await api.sessionForms(session.id)).toEqual([])

  await formsCard(staff).getByRole('button', { name: 'Add Document' }).click()
  await choice('terms').check()
  await choice('fees').check()
  await use.click()
  await expect(dialog).toBeHidden()
  await expect(formsCard(staff).locator('tbody').getByRole('row')).toContainText([/terms.*pending/, /fees.*pending/])
})
