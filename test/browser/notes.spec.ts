import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient, openDialog, save } from '@agency/test-kit/browser/record-cards'
import type { Page } from '@playwright/test'

async function openNotes(page: Page, api: StaffApi, family: string) {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(page, id)
  const dialog = await openDialog(page, 'Edit Notes')
  const text = dialog.getByRole('textbox', { name: 'Notes', exact: true })
  const tools = dialog.getByRole('toolbar', { name: 'Notes formatting' })
  const tool = (name: string) => tools.getByRole('button', { name, exact: true })
  await expect(text).toBeVisible()
  return { id, dialog, text, tool }
}

test('[CD-12] [CD-16] given the editor, when text is styled and then deleted, then it is saved and shown with its marks, and then as empty @full', async ({
  staff,
  api,
  family,
}) => {
  const { id, dialog, text, tool } = await openNotes(staff, api, family)
  await expect(text.locator('[data-placeholder]')).toHaveAttribute('data-placeholder', 'Write something...')
  // Its styles may come after its text.
  await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThanOrEqual(120)

  const lines = [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strikethrough', 's'],
  ] as const
  await text.click()
  for (const [name] of lines) {
    await tool(name).click()
    await expect(tool(name)).toHaveAttribute('aria-pressed', 'true')
    await text.pressSequentially(name)
    await tool(name).click()
    await text.press('Enter')
  }
  for (const side of ['left', 'center', 'right']) {
    await tool(`Align ${side}`).click()
    await text.pressSequentially(side)
    await text.press('Enter')
  }
  await tool('Justify').click()
  await text.pressSequentially('justify')
  await save(dialog)

  const { notes } = await api.readClient(id)
  for (const [name, tag] of lines) expect(notes).toContain(`<${tag}>${name}</${tag}>`)
  for (const side of ['center', 'right', 'justify']) expect(notes).toContain(`<p data-align="${side}">${side}</p>`)
  // The text runs from left to right, so that its start is on the left.
  for (const [side, css] of [
    ['left', /^(left|start)$/],
    ['center', 'center'],
    ['right', 'right'],
    ['justify', 'justify'],
  ] as const)
    await expect(card(staff, 'Notes').getByText(side, { exact: true })).toHaveCSS('text-align', css)
  for (const [name, tag] of lines) await expect(card(staff, 'Notes').locator(tag)).toHaveText(name)

  await openDialog(staff, 'Edit Notes')
  await text.press('Control+a')
  await tool('Bold').click()
  await text.press('Control+a')
  await text.pressSequentially('   ')
  await text.press('Enter')
  const sent = staff.waitForRequest((request) => request.method() === 'PUT')
  await save(dialog)
  expect((await sent).postDataJSON()).toMatchObject({ notes: '' })
  await expect.poll(async () => (await api.readClient(id)).notes ?? '').toBe('')
  await expect(card(staff, 'Notes').locator('strong')).toHaveCount(0)
})

test('[CD-16] given typing with pauses, when it is undone, then by groups of half a second @full', async ({
  staff,
  api,
  family,
}) => {
  const { text, tool } = await openNotes(staff, api, family)
  let now = Date.parse('2026-06-15T12:00:00Z')
  const typeAfter = async (pause: number, letters: string) => {
    now += pause
    await staff.clock.setFixedTime(now)
    await text.pressSequentially(letters)
  }
  await text.click()
  await typeAfter(0, 'a')
  await typeAfter(400, 'b')
  await typeAfter(600, 'c')
  await expect(text).toHaveText('abc')
  await tool('Undo').click()
  await expect(text).toHaveText('ab')
  await tool('Redo').click()
  await expect(text).toHaveText('abc')
  await tool('Undo').click()
  await tool('Undo').click()
  await expect(text).toHaveText('')
  await expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')

  await text.click()
  for (let step = 0; step < 10; step += 1) await typeAfter(600, 'x')
  await expect(text).toHaveText('x'.repeat(10))
  for (let step = 0; step < 9; step += 1) await text.press('Control+z')
  await expect(text).toHaveText('x')
  await text.press('Control+z')
  await expect(text).toHaveText('')
})

test('given dated notes on a small phone, when they show and one is written, then nothing scrolls sideways @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await staff.setViewportSize({ width: 320, height: 640 })
  await openClient(staff, id)
  const notes = card(staff, 'Notes')
  const text = `${'unbroken'.repeat(12)} https://plans.example.com/${'a-very-long-path/'.repeat(6)}`
  for (const kind of ['Call', 'Text message']) {
    await notes.getByRole('button', { name: `Add ${kind}` }).click()
    await notes.getByRole('textbox', { name: 'New note' }).pressSequentially(text)
    await notes.getByRole('button', { name: 'Save Note' }).click()
    await expect(notes.getByRole('listitem', { name: new RegExp(`^${kind} of`) })).toBeVisible()
  }
  await notes.getByRole('button', { name: /^Edit the Call/ }).click()
  await expect(notes.getByRole('textbox', { name: 'Text of the note' })).toBeVisible()
  await expectNoSidewaysScrolling(staff, 'dated notes, 320 px')
})
