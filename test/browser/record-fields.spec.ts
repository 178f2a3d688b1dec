import {
  type ClientFieldName,
  clientDialogs,
  clientFields,
  type FieldDescription,
} from '@agency/contract/client-fields'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openDialog, save } from '@agency/test-kit/browser/record-cards'
import type { Locator, Page } from '@playwright/test'

type Field = FieldDescription<ClientFieldName>

const fields: readonly Field[] = clientFields
const dialogs = Object.entries(clientDialogs).map(([name, title]) => ({
  title,
  fields: fields.filter(({ dialog }) => dialog === name),
}))

/** A value that no other field has. */
function sampleOf(field: Field): string {
  const place = fields.indexOf(field)
  const day = `${1 + (place % 28)}`.padStart(2, '0')
  switch (field.kind) {
    case 'date':
      return `19${50 + Math.floor(place / 28)}-06-${day}`
    case 'number':
      return `${place}`
    case 'phone':
      return `305-555-${`${place}`.padStart(4, '0')}`
    case 'choice':
      return field.options?.[1] ?? ''
    default:
      return `v${place}-${field.name}`
  }
}

/** A field's control. Parts of a dialog have the same labels, so that the place among those counts. */
function control(dialog: Locator, all: readonly Field[], field: Field): Locator {
  const alike = all.filter(({ label }) => label === field.label)
  return dialog.getByLabel(field.label, { exact: true }).nth(alike.indexOf(field))
}

/** Opens every part, until each field shows its control. */
async function unfold(dialog: Locator, all: readonly Field[]) {
  const folded = dialog.locator('button[aria-expanded="false"]')
  await expect(async () => {
    while ((await folded.count()) > 0) await folded.first().click()
    const shown = await Promise.all(all.map((field) => control(dialog, all, field).isVisible()))
    expect(shown).not.toContain(false)
  }).toPass()
}

async function fill(dialog: Locator, all: readonly Field[]) {
  for (const field of all) {
    const where = control(dialog, all, field)
    if (field.kind === 'choice') await where.selectOption(sampleOf(field))
    else await where.fill(sampleOf(field))
  }
}

/** What a field's card says; null for what is masked. */
function onCard(field: Field): string | null {
  if (field.mask !== undefined) return null
  const value = sampleOf(field)
  if (field.kind !== 'date') return value
  const date = new Date(`${value}T00:00:00Z`)
  const style = field.name === 'next_f_u_date' ? ({ dateStyle: 'long' } as const) : {}
  return new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }).format(date)
}

/** What the API has for a field. */
function stored(field: Field): string {
  const value = sampleOf(field)
  if (field.kind === 'phone') return value.replaceAll('-', '')
  return field.kind === 'rich-text' ? `<p>${value}</p>` : value
}

/** What a field's control shows. */
function inControl(field: Field): string {
  const value = sampleOf(field)
  return field.kind === 'date' ? value.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$2/$3/$1') : value
}

/** What stands in a dialog's controls, from its top to its end. */
function valuesIn(dialog: Locator): Promise<string[]> {
  return dialog
    .locator('input[name], select, textarea, [contenteditable="true"]')
    .evaluateAll((controls) => controls.map((own) => ('value' in own ? `${own.value}` : (own.textContent ?? ''))))
}

/** Expects that the cards of the record show the values of these fields. */
async function expectOnCards(page: Page, all: readonly Field[]) {
  const texts = all.map(onCard).filter((text) => text !== null)
  const lacking = async () => {
    const cards = (await page.getByRole('main').textContent()) ?? ''
    return texts.filter((text) => !cards.includes(text))
  }
  await expect.poll(lacking).toEqual([])
}

// Each half in a worker of its own.
test.describe.configure({ mode: 'parallel' })

const middle = Math.ceil(dialogs.length / 2)
const halves = [
  { half: 'first', dialogs: dialogs.slice(0, middle) },
  { half: 'second', dialogs: dialogs.slice(middle) },
] as const

for (const { half, dialogs } of halves) {
  test(`[CD-03] [CD-10] given an empty record, when every field of the ${half} dialogs is typed, then cards show it and it survives a reload @full`, async ({
    staff,
    api,
  }) => {
    const { id } = await api.addClient({})
    await openClient(staff, id)
    for (const { title, fields: all } of dialogs) {
      const dialog = await openDialog(staff, title)
      await unfold(dialog, all)
      await expectAccessible(staff, title, '[role=dialog]')
      await fill(dialog, all)
      await save(dialog)
      await expectOnCards(staff, all)
    }
    const typed = dialogs.flatMap(({ fields }) => fields)
    const record = await api.readClient(id)
    expect(Object.fromEntries(typed.map(({ name }) => [name, `${record[name]}`]))).toEqual(
      Object.fromEntries(typed.map((field) => [field.name, stored(field)])),
    )

    await staff.reload()
    await expectOnCards(staff, typed)
    for (const { title, fields: all } of dialogs.slice(0, 2)) {
      const dialog = await openDialog(staff, title)
      await unfold(dialog, all)
      await expect.poll(() => valuesIn(dialog)).toEqual(all.map(inControl))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
  })
}

test('given the dialogs of a record, when they are open, then axe finds nothing @full', async ({ staff, api }) => {
  const { id } = await api.addClient({ notes: '<p>Call back</p>', dep2_name: 'Luis' })
  await openClient(staff, id)
  for (const { title, fields: all } of dialogs) {
    const dialog = await openDialog(staff, title)
    await unfold(dialog, all)
    await expectAccessible(staff, title, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})
