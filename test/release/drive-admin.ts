import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { logIn } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { containsFocus } from '@agency/test-kit/browser/keyboard-focus'
import { staffUrl } from '@agency/test-kit/product/product-address'
import { expect as baseExpect, type Locator, type Page } from '@playwright/test'

/** Milliseconds that one step may take: enough for a busy machine, since what is broken is mostly told at once. */
export const patience = 30_000

export const expect = baseExpect.configure({ timeout: patience })

/** What one component does on the screens of an app; where it fails, the component does not do what the app counts on. */
export interface Stage {
  name: string
  drive(page: Page): Promise<void>
}

/** The data of one drive. */
interface Material {
  /** A word of its own, in every name. */
  word: string
  adminId: string
  sessionPath: string
}

/** The colours and the height of a button, as the style sheet of its component makes them. */
const lookOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { paint: `${backgroundColor} ${color}`, height: element.getBoundingClientRect().height }
  })

const widthOf = async (dialog: Locator) => (await dialog.boundingBox())?.width ?? 0

/** A modal keeps the focus: wherever Tab leads, it stays within. */
async function expectFocusTrap(page: Page, dialog: Locator): Promise<void> {
  const stops = await dialog.locator('button, input, select, textarea, [contenteditable="true"]').count()
  for (let press = 0; press <= stops; press++) {
    await page.keyboard.press('Tab')
    expect(await containsFocus(dialog)).toBe(true)
  }
}

async function driveButton(page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  const button = page.getByRole('button', { name: 'Login' })
  await expect(button).toHaveAttribute('data-size', 'large')
  const large = await lookOf(button)
  await logIn(page)
  await page.goto(staffUrl('/admin/clients'))
  const add = page.getByRole('button', { name: '+ client' })
  await expect(add).toHaveAttribute('data-state', 'idle')
  await expect(add).toHaveAttribute('data-size', 'medium')
  expect(large.height).toBeGreaterThan((await lookOf(add)).height)
}

const driveModal =
  ({ word }: Material) =>
  async (page: Page): Promise<void> => {
    await page.goto(staffUrl('/admin/clients'))
    const add = page.getByRole('button', { name: '+ client' })
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await expectFocusTrap(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()

    const held = await HeldCalls.of(page, /\/_api\/clients$/, 'POST')
    await add.click()
    const medium = await widthOf(dialog)
    await dialog.getByLabel('Last Name').fill(word)
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    expect((await lookOf(save)).paint).not.toBe((await lookOf(dialog.getByRole('button', { name: 'Cancel' }))).paint)
    await save.click()
    const saving = dialog.getByRole('button', { name: 'Saving...' })
    await expect(saving).toHaveAttribute('aria-busy', 'true')
    await saving.click({ force: true })
    held.release()
    await expect(dialog).toBeHidden()
    expect(held.requests).toHaveLength(1)

    await page.goto(staffUrl('/admin/forms'))
    await page.getByRole('button', { name: `Edit ${word} form` }).click()
    const wide = page.getByRole('dialog', { name: 'Edit Form' })
    await expect(wide.getByLabel('Title')).toBeVisible()
    expect(await widthOf(wide)).toBeGreaterThan(medium)
    await wide.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(wide).toBeHidden()
  }

const driveFolderGroup =
  ({ word }: Material) =>
  async (page: Page): Promise<void> => {
    await page.goto(staffUrl('/admin/forms'))
    const folder = page.getByRole('button', { name: `${word} folder 1`, exact: true })
    const row = page.getByRole('row').filter({ hasText: `${word} form` })
    await expect(folder).toHaveAttribute('aria-expanded', 'true')
    await expect(row).toBeVisible()
    await folder.click()
    await expect(row).toBeHidden()
    await folder.click()
    await expect(row).toBeVisible()
  }

const driveRichText =
  ({ word }: Material) =>
  async (page: Page): Promise<void> => {
    await page.goto(staffUrl('/admin/forms'))
    await page.getByRole('button', { name: `Edit ${word} form` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Form' })
    const text = dialog.getByRole('textbox', { name: 'Notes', exact: true })
    const tool = (name: string) => dialog.getByRole('button', { name, exact: true })
    await expect(text).toHaveText('Stored note')
    await text.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await tool('Bold').click()
    await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true')
    await text.pressSequentially('Typed')
    await tool('Align right').click()
    await expect(text.locator('strong')).toHaveText('Typed')
    await expect(text.locator('p')).toHaveCSS('text-align', 'right')
    const saved = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await saved).postDataJSON().notes).toBe('<p data-align="right"><strong>Typed</strong></p>')
    await expect(dialog).toBeHidden()
  }

const driveDialogs =
  ({ adminId }: Material) =>
  async (page: Page): Promise<void> => {
    await page.goto(staffUrl(`/admin/admins/${adminId}`))
    const remove = page.getByRole('button', { name: 'Delete Admin' })
    const change = page.getByRole('button', { name: 'Set New Password' })
    await expect(remove).toHaveAttribute('data-state', 'idle')
    expect((await lookOf(remove)).paint).not.toBe((await lookOf(change)).paint)

    await remove.click()
    const question = page.getByRole('alertdialog', { name: /^Are you sure/ })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()

    await change.click()
    const prompt = page.getByRole('alertdialog', { name: /^Enter a new password/ })
    const field = prompt.getByLabel('New password')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill('x')
    await prompt.getByRole('button', { name: 'OK' }).click()
    const alert = page.getByRole('alertdialog', { name: /^Password must be at least/ })
    await expect(alert.getByRole('button')).toHaveText(['OK'])
    await page.keyboard.press('Enter')
    await expect(alert).toBeHidden()
  }

const driveDisabled =
  ({ word, sessionPath }: Material) =>
  async (page: Page): Promise<void> => {
    await page.goto(staffUrl(sessionPath))
    await page.getByRole('button', { name: 'Add Document', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Document' })
    const use = dialog.getByRole('button', { name: 'Use Selected' })
    await expect(dialog.getByRole('button', { name: `${word} folder 1` })).toBeVisible()
    await expect(use).toBeDisabled()
    await dialog.getByRole('checkbox', { name: `${word} form` }).check()
    await expect(use).toBeEnabled()
  }

/** Every component through the screens of the back office; makes what they need. @param word of letters alone */
export async function adminStages(api: StaffApi, word: string): Promise<Stage[]> {
  await api.addLink({ title: `${word} form`, folder: `${word} folder`, notes: '<p>Stored note</p>' })
  const admin = await api.addAdmin(word.toLowerCase())
  const client = await api.addClient({ client_last_name: word })
  const { session_code } = await api.startSession(client.id)
  const material = { word, adminId: admin.id, sessionPath: `/admin/clients/${client.id}/sessions/${session_code}` }
  return [
    { name: 'Button', drive: driveButton },
    { name: 'Modal', drive: driveModal(material) },
    { name: 'FolderGroup', drive: driveFolderGroup(material) },
    { name: 'RichText', drive: driveRichText(material) },
    { name: 'Dialogs', drive: driveDialogs(material) },
    { name: 'Button that is disabled', drive: driveDisabled(material) },
  ]
}
