import {
  type ClientFieldName,
  clientDialogs,
  clientFields,
  type FieldDescription,
} from '@agency/contract/client-fields'
import type { ClientUpdate } from '@agency/contract/clients'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import type { Locator } from '@playwright/test'

type Field = FieldDescription<ClientFieldName>

const fields: readonly Field[] = clientFields
const dialogs = Object.entries(clientDialogs).map(([name, title]) => {
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

const control = (dialog: Locator, { label }: Field) => dialog.getByLabel(label, { exact: true }).first()

test('[CD-03] [CD-04] given each dialog of a record, when it is changed, then leaving asks, a conflict is settled, and the focus returns', async ({
  staff,
  api,
  family,
}) => {
  test.setTimeout(180_000)
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const question = staff.getByRole('alertdialog', { name: 'Discard your changes?' })
  const conflict = staff.getByRole('dialog', { name: 'Someone else changed this client' })

  for (const { title, field } of dialogs) {
    const [mine, theirs] = valuesFor(field)
    const opener = staff.getByRole('button', { name: title, exact: true })
    const dialog = await openDialog(staff, title)
    await control(dialog, field).fill(mine)
    await staff.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(control(dialog, field), title).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog, title).toBeHidden()
    await expect(opener, title).toBeFocused()

    await openDialog(staff, title)
    await control(dialog, field).fill(mine)
    const change: ClientUpdate = { [field.name]: theirs }
    await api.changeClient(id, change)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(conflict.getByRole('radio', { name: `Your value ${mine}` }), title).toBeChecked()
    await conflict.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(staff.getByRole('dialog'), title).toHaveCount(0)
    await expect(opener, title).toBeFocused()

    await openDialog(staff, title)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog, `${title}, unchanged`).toBeHidden()
    await expect(opener, title).toBeFocused()
  }
  const kept = fields.filter((field) => dialogs.some((dialog) => dialog.field === field))
  const record = await api.readClient(id)
  for (const { name } of kept) expect(`${record[name]}`, name).toMatch(/^(Mine|<p>Mine<\/p>|61|2026-06-15)$/)
})
