import {
  type ClientFieldName,
  clientDialogs,
  clientFields,
  type FieldDescription,
} from '@agency/contract/client-fields'
import type { ClientUpdate } from '@agency/contract/clients'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import type { Locator, Page } from '@playwright/test'

type Field = FieldDescription<ClientFieldName>

/** A dialog of a record, and its first field. */
interface Guarded {
  readonly title: string
  readonly field: Field
}

const fields: readonly Field[] = clientFields
const dialogs: readonly Guarded[] = Object.entries(clientDialogs).map(([name, title]) => {
  const field = fields.find(({ dialog }) => dialog === name)
  if (field === undefined) throw new Error(`The dialog ${name} has no field.`)
  return { title, field }
})

/** Two values for a field of each kind: what is typed, and what somebody else has saved meanwhile. */
function valuesFor({ kind }: Field): readonly [mine: string, theirs: string | number] {
  if (kind === 'date') return ['6/15/2026', '2026-07-20']
  if (kind === 'number') return ['61', 72]
  return kind === 'rich-text' ? ['Mine', '<p>Theirs</p>'] : ['Mine', 'Theirs']
}

const opener = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })
const control = (dialog: Locator, { label }: Field) => dialog.getByLabel(label, { exact: true }).first()

/** Leaving a changed dialog asks; the focus goes back to the field, or to the button that opened the dialog. */
async function expectQuestion(page: Page, { title, field }: Guarded) {
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const dialog = await openDialog(page, title)
  await control(dialog, field).fill(valuesFor(field)[0])
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(control(dialog, field), title).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog, title).toBeHidden()
  await expect(opener(page, title), title).toBeFocused()
}

/** Saving over a colleague's change of the same field asks which value to keep, and keeps it. */
async function expectConflict(page: Page, api: StaffApi, id: string, { title, field }: Guarded) {
  const [mine, theirs] = valuesFor(field)
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this client' })
  const dialog = await openDialog(page, title)
  await control(dialog, field).fill(mine)
  const change: ClientUpdate = { [field.name]: theirs }
  await api.changeClient(id, change)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict.getByRole('radio', { name: `Your value ${mine}` }), title).toBeChecked()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog'), title).toHaveCount(0)
  await expect(opener(page, title), title).toBeFocused()
}

/** An unchanged dialog closes without a question. */
async function expectNoQuestion(page: Page, { title }: Guarded) {
  const dialog = await openDialog(page, title)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog, `${title}, unchanged`).toBeHidden()
  await expect(opener(page, title), title).toBeFocused()
}

/** One dialog for each kind of field that is changed in a way of its own. */
const ofEachKind = ['text', 'date', 'rich-text'].map((kind) => {
  const dialog = dialogs.find(({ field }) => field.kind === kind)
  if (dialog === undefined) throw new Error(`No dialog begins with a field of the kind ${kind}.`)
  return dialog
})

async function expectGuarded(page: Page, api: StaffApi, guarded: readonly Guarded[]) {
  const { id } = await api.addClient({ client_last_name: 'Guarded' })
  await openClient(page, id)
  for (const dialog of guarded) {
    await expectQuestion(page, dialog)
    await expectConflict(page, api, id, dialog)
    await expectNoQuestion(page, dialog)
  }
  const record = await api.readClient(id)
  for (const { field } of guarded)
    expect(`${record[field.name]}`, field.name).toMatch(/^(Mine|<p>Mine<\/p>|61|2026-06-15)$/)
}

test('[CD-03] [CD-04] given a dialog of each kind of field, when it is changed, then leaving asks, a conflict is settled, and the focus returns @full', async ({
  staff,
  api,
}) => {
  await expectGuarded(staff, api, ofEachKind)
})

test('given the other dialogs of a record, when they are changed, then leaving asks, a conflict is settled, and the focus returns @full', async ({
  staff,
  api,
}) => {
  await expectGuarded(
    staff,
    api,
    dialogs.filter((dialog) => !ofEachKind.includes(dialog)),
  )
})
