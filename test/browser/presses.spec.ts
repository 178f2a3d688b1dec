import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { addProposals } from '@agency/test-kit/browser/field-placement'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { waitForButton } from '@agency/test-kit/browser/press-button'
import { card, openClient, shown } from '@agency/test-kit/browser/record-cards'
import { openSession, source } from '@agency/test-kit/browser/session-page'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

/** What a hand does beside typing: clicks, keys that command, and choosing a file. */
class Hand {
  readonly #page: Page
  readonly counts: { readonly task: string; readonly presses: number }[] = []
  #presses = 0

  constructor(page: Page) {
    this.#page = page
  }

  async task(task: string, work: () => Promise<void>) {
    this.#presses = 0
    await test.step(task, work)
    this.counts.push({ task, presses: this.#presses })
  }

  async click(target: Locator) {
    this.#presses++
    await target.click()
  }

  async key(key: string) {
    this.#presses++
    await this.#page.keyboard.press(key)
  }

  async choose(control: Locator, file: string) {
    this.#presses++
    await control.setInputFiles(file)
  }

  /** Typing is no press, and so is Tab to the next field of a form. */
  async type(...texts: readonly string[]) {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await this.#page.keyboard.press('Tab')
      await this.#page.keyboard.type(text)
    }
  }
}

test('given the 20 commonest tasks of an office, when staff do them, then none takes more than 5 presses and all take 60 at most @full', async ({
  visitor: staff,
  api,
  family,
}) => {
  test.setTimeout(300_000)
  await allowClipboard(staff)
  const button = (name: string | RegExp, exact = true) => staff.getByRole('button', { name, exact })
  const dialog = (name: string | RegExp) => staff.getByRole('dialog', { name })
  const hand = new Hand(staff)
  const forms = [`${family} review`, `${family} consent`]
  for (const title of forms) await api.addPdf(onePagePdf, { title })
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    primary_email: 'ida@example.com',
    ssn: '900-45-6789',
  })
  const waiting = await api.startSession(client.id)
  await api.attach(waiting.id, { type: 'Link', title: 'Guide', source: source() })
  const proposing = await addProposals(api, `${family}-Lima`)

  await staff.goto(staffUrl('/admin/login'))
  await hand.task('Log in', async () => {
    await staff.getByLabel('Username').focus()
    await waitForButton(button('Login'))
    await hand.type(credentials.username, credentials.password)
    await hand.key('Enter')
    await expect(staff.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  })
  await hand.task('See whose follow-up is overdue', async () => {
    await hand.click(staff.getByRole('link', { name: /Overdue follow-ups/ }))
    await expect(staff).toHaveURL(/follow_up=overdue/)
  })
  await hand.task('See who has not signed', async () => {
    await hand.click(staff.getByRole('link', { name: 'Sessions', exact: true }))
    await hand.click(staff.getByRole('button', { name: /^Waiting for the client/ }))
    await expect(staff).toHaveURL(/status=waiting/)
  })
  await hand.task('Find a client and open the record', async () => {
    await hand.key('Control+k')
    await hand.type(family)
    await expect(staff.getByRole('option', { name: new RegExp(`Ida ${family}( |$)`) })).toBeVisible()
    await hand.click(staff.getByRole('option', { name: new RegExp(`Ida ${family}( |$)`) }).first())
    await expect(staff.getByRole('heading', { name: `Ida ${family}`, level: 1 })).toBeVisible()
  })
  await openClient(staff, client.id)
  await hand.task('Reveal a social security number', async () => {
    await hand.click(button('Show social security number'))
    await expect(card(staff, 'Personal Information').getByText('900-45-6789')).toBeVisible()
  })
  await hand.task('Fill in an empty field', async () => {
    await hand.click(button('Change Weight'))
    await hand.type('150 lb')
    await hand.key('Enter')
    await expect(shown(card(staff, 'Personal Information'), 'Weight')).toHaveText('150 lb')
  })
  await hand.task('Undo it', async () => {
    await hand.click(button('Undo'))
    await expect(shown(card(staff, 'Personal Information'), 'Weight')).toHaveText('-')
  })
  await hand.task('Plan the next follow-up', async () => {
    await hand.click(card(staff, 'Sessions').getByRole('button', { name: 'Change Next Follow-Up' }))
    await hand.type('next friday')
    await hand.key('Enter')
    await expect(shown(card(staff, 'Sessions'), 'Next Follow-Up')).toHaveText(/\(in \d+ days\)$/)
  })
  await hand.task('Note a call', async () => {
    await hand.click(button('Add Call'))
    await expect(staff.getByRole('textbox', { name: 'New note' })).toBeFocused()
    await hand.type('Asked for a quote')
    await hand.key('Control+Enter')
    await expect(card(staff, 'Notes').getByRole('listitem')).toContainText('Asked for a quote')
  })
  await hand.task('Upload a file of a client', async () => {
    await hand.click(card(staff, 'Documents').getByRole('button', { name: 'Upload' }))
    await hand.choose(dialog('Upload Documents').getByLabel('Files', { exact: true }), onePagePdf)
    await hand.click(dialog('Upload Documents').getByRole('button', { name: 'Upload', exact: true }))
    await expect(dialog('Upload Documents')).toBeHidden()
  })
  await hand.task('See what happened last', async () => {
    await hand.click(button('Show all activity'))
    await expect(dialog('Activity').getByRole('listitem').first()).toBeVisible()
  })
  await staff.keyboard.press('Escape')
  await hand.task('Send two forms to sign', async () => {
    await hand.click(button('Start New Session'))
    const starting = dialog('Start New Session')
    for (const title of forms) await hand.click(starting.getByRole('checkbox', { name: new RegExp(title) }))
    await hand.click(starting.getByRole('button', { name: 'Start Session' }))
    await hand.click(dialog('Send to the client').getByRole('button', { name: 'Send', exact: true }))
    await expect(staff.getByText('0 of 2 signed')).toBeVisible()
  })
  await openSession(staff, waiting)
  await hand.task('Copy the link with its message', async () => {
    await hand.click(button('Copy with message'))
    await expect.poll(() => staff.evaluate(() => navigator.clipboard.readText())).toContain('/session/')
  })
  await hand.task('Remind a client', async () => {
    await hand.click(button('Remind Client'))
    await expect(staff.getByText('An email is being sent to the client.')).toBeVisible()
  })
  await openClient(staff, proposing.client.id)
  await hand.task('Accept a change that the client proposes', async () => {
    await hand.click(button(/^Accept Employment Information/, false))
    await expect(staff.getByText('Change accepted.')).toBeVisible()
  })
  await hand.task('Take it back', async () => {
    await hand.click(button('Undo'))
    await expect(button(/^Accept Employment Information/, false)).toBeVisible()
  })
  await hand.task('Archive a client', async () => {
    await hand.click(button('More actions'))
    await hand.click(button('Archive'))
    await hand.click(staff.getByRole('alertdialog').getByRole('button', { name: 'Archive' }))
    await expect(staff.getByText(/^This client was archived on /)).toBeVisible()
  })
  await staff.goto(staffUrl('/admin/clients'))
  await hand.task('Add a client', async () => {
    await hand.click(button('+ client'))
    await expect(dialog('Add Client').getByLabel('First Name')).toBeFocused()
    await hand.type('Eva', `${family}-Rios`)
    await hand.key('Enter')
    await expect(staff.getByRole('heading', { name: `Eva ${family}-Rios`, level: 1 })).toBeVisible()
  })
  await staff.goto(staffUrl('/admin/forms'))
  await hand.task('Add a form to the library', async () => {
    await hand.click(button('Add Document'))
    await hand.choose(dialog('Add New Form').getByLabel('PDF file'), onePagePdf)
    await hand.click(dialog('Add New Form').getByRole('button', { name: 'Save', exact: true }))
    await expect(dialog('Add New Form')).toBeHidden(pdfCheck)
  })
  await hand.task('Invite a colleague', async () => {
    await hand.click(staff.getByRole('link', { name: 'Admins' }))
    await hand.click(button('Invite'))
    await expect(dialog('Invite').getByLabel('First Name')).toBeFocused()
    await hand.type('Ana', 'Lima', `${family.toLowerCase()}@example.com`, family.toLowerCase())
    await hand.click(dialog('Invite').getByRole('button', { name: 'Send invitation' }))
    await expect(staff.getByRole('table', { name: 'Invitations' })).toContainText(family.toLowerCase())
  })

  const sum = hand.counts.reduce((total, { presses }) => total + presses, 0)
  const table = hand.counts.map(({ task, presses }) => `${presses}  ${task}`)
  process.stdout.write(`${[...table, `${sum}  in all`].join('\n')}\n`)
  expect(hand.counts).toHaveLength(20)
  expect(hand.counts.filter(({ presses }) => presses > 5)).toEqual([])
  expect(sum).toBeLessThanOrEqual(60)
})
