import { reconnectPause } from '@agency/http-client/connection'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../../shared/session-store.ts'
import { violations } from '../../../testing/accessibility.ts'
import { apiPath, field, form, refusal, serveSession, storedSession } from '../../../testing/backend.ts'
import { fakeTimeouts } from '../../../testing/fake-timeouts.ts'
import { roomy } from '../../../testing/layout.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { openPdf } from '../../../testing/replaced-modules.ts'
import { server } from '../../../testing/server.ts'
import { findReadyButton, goToReview } from '../../../testing/sign.ts'
import { discardDraft, fieldsDraft } from './fields-draft.ts'

const paper = form({ id: 'a', title: 'Application' })
const allDone = 'All done: your document is complete'
const city = field({ id: 'city', label: 'City of birth', binding: 'city_of_birth', value: 'Recife', required: false })
const phone = field({ id: 'phone', label: 'Phone', binding: 'primary_phone' })
const born = field({ id: 'born', label: 'Date of birth', kind: 'date', binding: 'dob' })
const ssn = field({ id: 'ssn', label: 'SSN', binding: 'ssn', value: '***-**-6789', masked: true })
const spouseBorn = field({
  id: 'sp',
  label: 'Spouse',
  kind: 'date',
  binding: 'spouse_dob',
  value: '••••',
  masked: true,
})
const agree = field({ id: 'agree', label: 'I smoke', kind: 'checkbox', required: false, page: 1 })
const name = field({ id: 'name', label: 'Full name', binding: 'client_name', value: 'Maria García', editable: false })
const signature = field({ id: 'sig', label: 'Signature', kind: 'signature', page: 1 })
const second = field({ id: 'sig2', label: 'Second signature', kind: 'signature', page: 1 })
const initials = field({ id: 'ini', label: 'Initials', kind: 'initials', page: 1 })

const fieldsPath = apiPath('sessionforms/a/fields')
const saved = (backend: ReturnType<typeof serveSession>) =>
  backend.written.filter(({ path }) => path.endsWith('/fields')).map(({ body }) => body)

beforeEach(() => discardDraft('a'))
// Otherwise leaving the screen saves it again, and the retry reaches the next test.
afterEach(() => discardDraft('a'))

describe('fields on a page', () => {
  test('[PO-11] given fields to fill in, when the next button is pressed, then it leads to each field in turn, and at last to signing @full', async () => {
    const backend = serveSession([paper], { fields: [city, phone, born, name] })
    const user = renderSession('/form/a')
    // The buttons of shared-ui replace plain ones when they have loaded, which would lose the focus.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next field 1 of 2' })).toHaveAttribute('data-state'))
    await user.click(screen.getByRole('button', { name: 'Next field 1 of 2' }))
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
    await user.keyboard('305 555 0147')
    await user.click(await findReadyButton('Next field 2 of 2'))
    expect(screen.getByRole('textbox', { name: 'Date of birth' })).toHaveFocus()
    await user.keyboard('04121961')
    expect(screen.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('04/12/1961')
    await user.tab()
    expect(screen.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('04/12/1961')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    await screen.findByRole('heading', { name: allDone })
    expect(backend.written.at(-1)).toMatchObject({
      path: 'sessionforms/a/sign',
      body: { values: { phone: '305 555 0147', born: '1961-04-12' } },
    })
    expect(backend.fields).toMatchObject([{ id: 'city' }, { value: '305 555 0147' }, { value: '1961-04-12' }, {}])
  })

  test('given half a date and a Spanish signer, when the field loses the focus, then the error has the order of the form, and nothing is sent @full', async () => {
    const backend = serveSession([paper], { fields: [born], client: { pref_lang: 'Spanish' } })
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'Date of birth' })
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
    await user.type(input, '04/1961')
    await user.tab()

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Escriba la fecha como mes/día/año, con el año de cuatro cifras, por ejemplo 04/30/1961.',
    )
    expect(input).toHaveAttribute('aria-invalid', 'true')
    await user.clear(input)
    await user.type(input, '4/30/1961')
    await user.tab()
    await waitFor(() => expect(saved(backend).at(-1)).toEqual({ values: { born: '1961-04-30' } }))
    expect(input).toHaveValue('04/30/1961')
    expect(JSON.stringify(saved(backend))).not.toContain('31')
  })

  test('given a masked value, when nothing is typed, then it is kept; when something is typed, then it is replaced @full', async () => {
    const backend = serveSession([paper], { fields: [ssn, spouseBorn] })
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'SSN' })
    await user.click(input)
    await user.tab()
    await findReadyButton('Review')
    expect(saved(backend)).toEqual([])
    await user.type(input, '987654321')
    await user.tab()
    expect(await screen.findByText('1 of 1 field filled')).toBeInTheDocument()

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { ssn: '987654321' } }]))
    expect(input).toHaveValue('987654321')
  })

  test('given a check box, when it is ticked with the space bar, then the value is saved @full', async () => {
    const backend = serveSession([paper], { fields: [agree] })
    const user = renderSession('/form/a')
    const box = await screen.findByRole('checkbox', { name: 'I smoke' })
    act(() => box.focus())
    await user.keyboard(' ')
    expect(box).toBeChecked()

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { agree: true } }]))
  })

  test('given optional fields, when the others are done, then they can be visited, and signing does not wait for them @full', async () => {
    serveSession([paper], { fields: [{ ...phone, required: false }] })
    const user = renderSession('/form/a')
    await findReadyButton('Review')
    await user.click(screen.getByRole('button', { name: 'Optional fields' }))

    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  })
})

describe('fields on a phone', () => {
  test('given optional and required fields, when they are gone through, then button and sheet count alike, in one order @full', async () => {
    roomy.matches = false
    const [note, extra] = ['note', 'extra'].map((id) => field({ id, label: `A ${id}`, required: false }))
    serveSession([paper], { fields: [note, phone, extra].flatMap((one) => one ?? []) })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 3' }))
    expect(screen.getByRole('textbox', { name: 'A note (optional)' })).toHaveFocus()
    expect(screen.getByText('1 of 3')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    // It was left empty.
    await user.click(await screen.findByRole('button', { name: 'Next field 2 of 3' }))
    expect(screen.getByText('2 of 3')).toBeInTheDocument()
    await user.keyboard('305 555 0147{Enter}')

    expect(screen.getByRole('textbox', { name: 'A extra (optional)' })).toHaveFocus()
  })

  test('given values of the record between fields to fill in, when these are gone through, then they alone are counted, without gaps @full', async () => {
    roomy.matches = false
    const written = field({ id: 'written', label: 'Employer', value: 'Acme', entered: true })
    serveSession([paper], { fields: [city, phone, ssn, written, born] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 3' }))
    expect(screen.getByText('1 of 3')).toBeInTheDocument()
    await user.keyboard('305 555 0147{Enter}')
    expect(screen.getByRole('textbox', { name: 'Date of birth (required)' })).toHaveFocus()
    expect(screen.getByText('3 of 3')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('textbox', { name: 'Employer (required)' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'City of birth (optional): Recife' }))
    expect(screen.getByRole('textbox', { name: 'City of birth (optional)' })).toHaveFocus()
    expect(screen.queryByText(/^\d of \d$/)).not.toBeInTheDocument()
    await user.keyboard('!')

    expect(screen.getByText('1 of 4')).toBeInTheDocument()
  })

  test('given a field with a program’s name, when it is asked for, then by the question that is printed beside it', async () => {
    roomy.matches = false
    const opened = await openPdf(new Blob())
    const printed = { text: 'Date of birth:', x: 0, y: 103, width: 55, height: 11 }
    const pages = opened.pages.map((page) => ({ ...page, words: async () => [printed] }))
    openPdf.mockResolvedValueOnce({ ...opened, pages })
    serveSession([paper], { fields: [{ ...born, label: 'dob' }] })
    renderSession('/form/a')

    expect(
      await screen.findByRole('button', { name: 'Date of birth (required): not filled in yet' }),
    ).toBeInTheDocument()
  })

  test('[PO-11] given a screen too narrow to type on the page, when a field is chosen, then it is filled in at the foot @full', async () => {
    roomy.matches = false
    const backend = serveSession([paper], { fields: [phone, { ...born, required: true }] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Phone (required): not filled in yet' }))
    const input = screen.getByRole('textbox', { name: 'Phone (required)' })
    expect(input).toHaveFocus()
    expect(await violations()).toEqual([])
    await user.keyboard('305 555 0147{Enter}')
    expect(screen.getByRole('textbox', { name: 'Date of birth (required)' })).toHaveFocus()
    await user.keyboard('4/12/61{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please enter the date as month/day/year, with a four-digit year, for example 04/30/1961.',
    )
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), '04121961')
    await user.click(screen.getByRole('button', { name: 'Done' }))

    expect(screen.getByRole('button', { name: 'Date of birth (required): 04/12/1961' })).toHaveFocus()
    await waitFor(() => expect(backend.fields).toMatchObject([{ value: '305 555 0147' }, { value: '1961-04-12' }]))
    expect(await screen.findByText('2 of 2 fields filled')).toBeInTheDocument()
  })

  test('given required fields left empty, when the sheet leads on, then its button says that they are skipped', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [born, phone] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect(screen.getByRole('textbox', { name: 'Phone (required)' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect(screen.getByRole('textbox', { name: 'Date of birth (required)' })).toHaveFocus()
    await user.keyboard('04121961')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.keyboard('305 555 0147')
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument()
  })
})

describe('a sheet that goes round', () => {
  const box = field({ id: 'box', label: 'I smoke', kind: 'checkbox', required: true, page: 1 })
  const note = field({ id: 'note', label: 'A note', required: false, max_length: 30, page: 1 })

  test('given a required box that is not ticked, when the sheet goes round, then it says why it comes again, and what was left empty does not', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [box, note] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
    const asked = () => screen.getByRole('checkbox', { name: 'I smoke (required)' })
    expect(asked()).toHaveAccessibleDescription(/asks for a tick here/)
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(asked()).toBeInTheDocument()
    // Nothing else is left to ask for.
    await user.click(asked())
    expect(asked()).not.toHaveAccessibleDescription()
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument()
  })

  test('given a text longer than its field, when it is put in, then the field says that it was cut', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [note] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: /^A note/ }))
    await user.click(screen.getByRole('textbox'))
    await user.paste('I had one claim in 2019, and another one later.')
    expect(screen.getByRole('textbox')).toHaveValue('I had one claim in 2019, and a')
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription(/the 30 characters that fit/)
  })
})

describe('a sheet whose value is wrong', () => {
  test('given a date that is none, when Next is tapped, then the sheet says so first, and leads on with the next tap @full', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [{ ...born, required: true }, phone] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Date of birth (required): not filled in yet' }))
    await user.type(screen.getByRole('textbox'), '31/12/75')
    const next = screen.getByRole('button', { name: 'Next' })
    await user.click(next)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter the date as month/day/year')
    expect(screen.getByRole('textbox', { name: /^Date of birth/ })).toHaveFocus()
    await user.click(next)
    expect(screen.getByRole('textbox', { name: /^Phone/ })).toHaveFocus()
  })
})

describe('a value that may be wrong', () => {
  test.each([
    ['no phone!', { ...phone, required: true }, 'This does not look like a whole phone number. Please check it.'],
    [
      'ann@mail',
      { ...phone, label: 'Email', binding: 'primary_email' },
      'This does not look like an email address. Please check it.',
    ],
  ])(
    'given %s, when Next is tapped, then the sheet asks to check it, and the next tap leads on with it @full',
    async (value, first, said) => {
      roomy.matches = false
      const backend = serveSession([paper], { fields: [first, born] })
      const user = renderSession('/form/a')
      await user.click(await screen.findByRole('button', { name: `${first.label} (required): not filled in yet` }))
      await user.keyboard(value)
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      await user.keyboard('{Enter}')
      expect(await screen.findByRole('alert')).toHaveTextContent(said)
      await user.keyboard('{Enter}')
      expect(screen.getByRole('textbox', { name: /^Date of birth/ })).toHaveFocus()
      await waitFor(() => expect(backend.fields).toMatchObject([{ value }, {}]))
    },
  )

  test('given a value of the record that looks wrong, when it is passed, then nothing is asked', async () => {
    roomy.matches = false
    serveSession([paper], { fields: [{ ...phone, value: 'ask Ann' }, born] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Phone (required): ask Ann' }))
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a sheet that is closed', () => {
  test.each([
    ['Done', async () => userEvent.click(screen.getByRole('button', { name: 'Done' }))],
    ['Escape', async () => userEvent.keyboard('{Escape}')],
  ])(
    'given the sheet of a field, when it is closed with %s, then the field is brought into view without it @full',
    async (_how, close) => {
      roomy.matches = false
      serveSession([paper], { fields: [phone] })
      const user = renderSession('/form/a')
      await user.click(await screen.findByRole('button', { name: 'Phone (required): not filled in yet' }))
      await user.keyboard('305 555 0147')
      const shown: string[] = []
      vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
        if (screen.queryByRole('group', { name: 'Phone' }) === null) shown.push(this.id)
      })
      await close()

      await waitFor(() => expect(shown).toEqual(['field-phone']))
    },
  )
})

describe('a value that is not saved, on a phone', () => {
  test('given no network, when a value is typed into the sheet, then the sheet and the bar say so, and a tap saves it @full', async () => {
    roomy.matches = false
    const advance = fakeTimeouts()
    const backend = serveSession([paper], { fields: [phone] })
    let away = true
    server.use(http.put(fieldsPath, () => (away ? HttpResponse.error() : undefined)))
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Phone (required): not filled in yet' }))
    const sheet = within(screen.getByRole('group', { name: 'Phone' }))
    await user.keyboard('305')
    await advance(2_000)
    expect(await sheet.findByText('Not saved')).toHaveRole('status')
    expect(await violations()).toEqual([])
    await user.click(sheet.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Not saved')).toHaveRole('status')
    away = false
    await user.click(await screen.findByRole('button', { name: 'Try now' }))

    expect(await screen.findByText('Saved')).toHaveRole('status')
    expect(saved(backend)).toEqual([{ values: { phone: '305' } }])
  })
})

describe('radio buttons', () => {
  const plan = (id: string, label: string) =>
    field({ id, label, kind: 'radio', group: 'Plan', required: false, value: false, width: 12, height: 12 })
  const plans = [{ ...plan('gold', 'Gold'), required: true }, plan('silver', 'Silver')]

  test('given a group on a phone, when one button is chosen and then another, then it is one step, and only the last is on @full', async () => {
    roomy.matches = false
    const backend = serveSession([paper], { fields: plans })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    const group = screen.getByRole('radiogroup', { name: 'Plan (required)' })
    expect(await violations()).toEqual([])
    await user.click(within(group).getByRole('radio', { name: 'Gold' }))
    await user.click(within(group).getByRole('radio', { name: 'Silver' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))

    expect(screen.getByRole('radio', { name: 'Plan: Silver' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Plan: Gold' })).not.toBeChecked()
    await waitFor(() => expect(backend.fields).toMatchObject([{ value: false }, { value: true }]))
    expect(await screen.findByText('1 of 1 field filled')).toBeInTheDocument()
  })
})

describe('signature fields', () => {
  test('[PH-03] given several signature fields, when a signature is adopted, then only the tapped one is signed, and each other one needs a tap @full', async () => {
    const backend = serveSession([paper, form({ id: 'b', title: 'Second', order_index: 2 })], {
      fields: [signature, second, initials],
    })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Signature (required): Sign here' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your signature' })
    expect(await within(dialog).findByLabelText('Your initials')).toHaveValue('MG')
    expect(await violations()).toEqual([])
    await user.clear(within(dialog).getByLabelText('Your initials'))
    await user.click(within(dialog).getByRole('button', { name: 'Use this signature' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Please enter your initials.')
    await user.type(within(dialog).getByLabelText('Your initials'), 'M.G.')
    await user.click(within(dialog).getByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByRole('button', { name: 'Signature (required): Maria García' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Second signature (required): Sign here' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Initials (required): Initial here' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    // The sheet of the next place; the last one is tapped on the page itself.
    await user.click(await findReadyButton('Sign here'))
    expect(screen.getByRole('button', { name: 'Second signature (required): Maria García' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Initials (required): Initial here' }))
    expect(screen.getByRole('button', { name: 'Initials (required): M.G.' })).toBeInTheDocument()
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    await user.click(await screen.findByRole('link', { name: 'Next document' }))
    expect(backend.written).toContainEqual({
      path: 'sessionforms/a/sign',
      body: expect.objectContaining({ initials: { kind: 'typed', text: 'M.G.', font: 'great-vibes' } }),
    })
    expect(await screen.findByRole('heading', { name: 'Second' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Signature (required): Sign here' })).toBeInTheDocument()
  })

  test('[PH-03] given a place for initials that is too narrow for words one can read, when it shows, then a pen stands there', async () => {
    serveSession([paper], { fields: [initials, { ...initials, id: 'narrow', label: 'Narrow', width: 40 }] })
    renderSession('/form/a')
    expect(await screen.findByRole('button', { name: 'Initials (required): Initial here' })).toHaveTextContent(
      'Initial here',
    )
    expect(screen.getByRole('button', { name: 'Narrow (required): Initial here' })).toHaveTextContent(/^$/)
  })

  test('[PH-03] given a signature field that is not required, when the rest is filled in, then signing still asks for it', async () => {
    serveSession([paper], { fields: [{ ...signature, required: false }] })
    renderSession('/form/a')

    expect(await screen.findByRole('button', { name: 'Next field 1 of 1' })).toBeInTheDocument()
  })
})

/** Presses a button as soon as it is there. */
function tapAtOnce(name: string) {
  const tap = vi.fn<(button: HTMLElement) => void>((button) => act(() => button.click()))
  const observer = new MutationObserver(() => {
    const button = screen.queryByRole('button', { name })
    if (button && tap.mock.calls.length === 0) tap(button)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return tap
}

describe('after the last signature', () => {
  test('given the sheet of the next signature, when it appears under the finger, then a tap at once does not sign @full', async () => {
    const backend = serveSession([paper], { fields: [signature, second] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
    const tap = tapAtOnce('Sign here')
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
    await waitFor(() => expect(tap).toHaveBeenCalled())
    expect(backend.reviews).toBe(0)
    await user.click(await findReadyButton('Sign here'))
    await waitFor(() => expect(backend.reviews).toBe(1))
  })

  test('given a document that was read, when the last field is signed, then the review opens without another tap @full', async () => {
    const backend = serveSession([paper], { fields: [signature, second] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
    expect(backend.reviews).toBe(0)
    await user.click(await findReadyButton('Sign here'))

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Check and sign' })).toHaveFocus())
    expect(backend.reviews).toBe(1)
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
  })

  test.each(['Skip for now', 'Back'])(
    'given a field behind a signature, when its sheet appears under the finger, then a tap at once on %s does not leave it @full',
    async (name) => {
      roomy.matches = false
      serveSession([paper], { fields: [signature, { ...phone, page: 1 }, { ...city, value: '', page: 1 }] })
      const user = renderSession('/form/a')
      await user.click(await screen.findByRole('button', { name: 'Next field 1 of 3' }))
      const tap = tapAtOnce(name)
      await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
      await waitFor(() => expect(tap).toHaveBeenCalled())
      expect(screen.getByRole('group', { name: 'Phone' })).toBeInTheDocument()
      await user.click(await findReadyButton('Skip for now'))
      expect(await screen.findByRole('group', { name: 'City of birth' })).toBeInTheDocument()
    },
  )

  test('given a page that was not in view, when the last field is signed, then that page is shown first @full', async () => {
    const backend = serveSession([paper], { fields: [signature] })
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.id === 'page-1' ? new DOMRect(0, 900, 720, 400) : new DOMRect(0, 0, 720, 400)
    })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Signature (required): Sign here' }))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByRole('button', { name: 'Signature (required): Maria García' })).toBeInTheDocument()
    expect(await screen.findByText('1 of 2 pages viewed')).toBeInTheDocument()
    expect(backend.reviews).toBe(0)
  })

  test('given an open optional field, when the signature before it is placed, then the field is shown first @full', async () => {
    const backend = serveSession([paper], { fields: [signature, { ...agree, id: 'late' }] })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByRole('button', { name: 'Review' })).toBeInTheDocument()
    expect(backend.reviews).toBe(0)
  })
})

describe('what the server says of a value', () => {
  test('given a value that is refused at signing, when the client signs, then the document shows which and why @full', async () => {
    serveSession([paper], { fields: [{ ...phone, value: '1' }] })
    const details = [{ field: 'values.phone', message: 'must be a phone number' }]
    server.use(
      http.post(
        apiPath('sessionforms/a/review'),
        () => HttpResponse.json({ code: 'INVALID_INPUT', message: '', details }, { status: 400 }),
        { once: true },
      ),
    )
    const user = renderSession('/form/a')
    await user.click(await findReadyButton('Review'))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByText(/Something you entered needs another look/)).toBeInTheDocument()
    const input = await screen.findByRole('textbox', { name: 'Phone' })
    expect(input).toHaveAccessibleDescription(expect.stringMatching(/^This was not accepted\. It may be too long/))
    await user.click(screen.getByRole('button', { name: 'Next field 1 of 1' }))
    expect(input).toHaveFocus()
    // The field says it now.
    expect(screen.queryByText(/needs another look/)).not.toBeInTheDocument()
    await user.type(input, '2')
    expect(input).toHaveAttribute('aria-invalid', 'false')
    await goToReview(user)
  })

  test('given one of two values is refused while typing, when they are saved, then the other is kept @full', async () => {
    const backend = serveSession([paper], { fields: [phone, city] })
    const details = [{ field: 'values.phone', message: 'too long' }]
    server.use(
      http.put(fieldsPath, () => HttpResponse.json({ code: 'INVALID_INPUT', message: '', details }, { status: 400 }), {
        once: true,
      }),
    )
    const user = renderSession('/form/a')
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '1')
    await user.type(screen.getByRole('textbox', { name: 'City of birth' }), '!')

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { city: 'Recife!' } }]))
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('aria-invalid', 'true')
  })

  test('given an empty field above one that has no room, when the notice says where to go, then it leads to that', async () => {
    const wrong = { ...city, print_problem: { reason: 'unprintable' } } as const
    serveSession([paper], { fields: [phone, wrong] })
    const user = renderSession('/form/a')
    expect(await screen.findByText(/“Next field 2 of 2” takes you there/)).toBeInTheDocument()
    await user.click(await findReadyButton('Next field 2 of 2'))
    expect(screen.getByRole('textbox', { name: 'City of birth' })).toHaveFocus()
  })
})

describe('what has no room on the paper', () => {
  const full = { ...city, print_problem: { reason: 'too_long', room: 8 } } as const
  const tooLong = 'This is too long for its place on the paper. About 8 characters fit.'

  test('given a text that is saved but has no room, while it is typed, then it says how much fits, until it does', async () => {
    serveSession([paper], { fields: [city] })
    server.use(
      http.put(fieldsPath, async ({ request }) => {
        const isLong = JSON.stringify(await request.json()).includes('Recife Per')
        return HttpResponse.json({ success: true, fields: [isLong ? full : city] })
      }),
    )
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'City of birth' })
    await user.type(input, ' Pernambuco')

    await waitFor(() => expect(input).toHaveAccessibleDescription(tooLong))
    await user.type(input, 's')
    expect(input).toHaveAccessibleDescription(tooLong)
    await user.clear(input)
    await user.type(input, 'Olinda')
    expect(input).toHaveAttribute('aria-invalid', 'false')
    expect(await screen.findByText('Saved')).toBeInTheDocument()
    expect(input).toHaveAttribute('aria-invalid', 'false')
  })

  test('given it was left so, when the document is opened again, then it is still said', async () => {
    serveSession([paper], { fields: [full] })
    renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'City of birth' })
    expect(input).toHaveAccessibleDescription(tooLong)
    expect(await screen.findByRole('button', { name: 'Next field 1 of 1' })).toBeInTheDocument()
  })

  test('given signs that cannot be printed, when the document is opened, then it says that, and not that it is long @full', async () => {
    serveSession([paper], { fields: [{ ...city, print_problem: { reason: 'unprintable' } }] })
    renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'City of birth' })
    expect(input).toHaveAccessibleDescription(/^This has signs that can’t be printed/)
  })
})

describe('a lost connection', () => {
  test('given no network while typing, when it is back, then what was typed is saved, and nothing was lost @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper], { fields: [phone] })
    let away = false
    server.use(http.all('*', () => (away ? HttpResponse.error() : undefined)))
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'Phone' })
    await screen.findByRole('button', { name: 'Next field 1 of 1' })
    away = true
    await user.type(input, '305')
    await advance(2_000)
    expect(await screen.findByText(/There is no connection at the moment/)).toBeInTheDocument()
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    away = false
    await advance(reconnectPause)

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { phone: '305' } }]))
    await waitFor(() => expect(screen.queryByText(/There is no connection/)).not.toBeInTheDocument())
    expect(input).toHaveValue('305')
  })

  test('given pages that were not read yet, when what was typed is not saved and then is, then it is said beside the pages viewed @full', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [phone] })
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.id === 'page-2' ? new DOMRect(0, 900, 720, 400) : new DOMRect(0, 0, 720, 400)
    })
    let away = true
    server.use(http.put(fieldsPath, () => (away ? HttpResponse.error() : undefined)))
    const user = renderSession('/form/a')
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '305')
    await advance(2_000)
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(await screen.findByText('1 of 2 pages viewed')).toBeInTheDocument()
    away = false
    await advance(reconnectPause)

    expect(await screen.findByText('Saved')).toBeInTheDocument()
    expect(screen.getByText('1 of 2 pages viewed')).toBeInTheDocument()
  })

  test('given a lost answer, when the client signs, then the call is repeated automatically @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper])
    let lost = true
    server.use(http.post(apiPath('sessionforms/a/sign'), () => (lost ? HttpResponse.error() : undefined)))
    const user = renderSession('/form/a')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    await advance(1_000)
    expect(await screen.findByText(/We keep trying; please leave this page open/)).toBeInTheDocument()

    lost = false
    await advance(reconnectPause)
    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
    expect(backend.written.filter(({ path }) => path.endsWith('/sign'))).toHaveLength(1)
  })

  test('[PH-10] given no network when the review is requested, when it is back, then the review opens automatically @full', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [signature] })
    let lost = false
    server.use(http.post(apiPath('sessionforms/a/review'), () => (lost ? HttpResponse.error() : undefined)))
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    lost = true
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
    await advance(1_000)
    expect(await screen.findByText(/We keep trying; please leave this page open/)).toBeInTheDocument()

    lost = false
    await advance(reconnectPause)
    expect(await screen.findByRole('button', { name: 'Finish and sign' })).toBeInTheDocument()
  })

  test('[PH-10] given a copy whose answer is cut off in the middle, when the review is requested, then it is requested again and opens @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper], { fields: [signature] })
    const cutOff = () => {
      const chunks = ['%PDF-']
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = chunks.pop()
          if (chunk) controller.enqueue(new TextEncoder().encode(chunk))
          else controller.error(new TypeError('network error'))
        },
      })
    }
    server.use(
      http.post(
        apiPath('sessionforms/a/review'),
        () => new HttpResponse(cutOff(), { headers: { 'x-review-sha256': 'cut' } }),
        { once: true },
      ),
    )
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
    expect(await screen.findByText(/We keep trying; please leave this page open/)).toBeInTheDocument()
    await advance(reconnectPause)

    expect(await screen.findByRole('button', { name: 'Finish and sign' })).toBeInTheDocument()
    expect(backend.reviews).toBe(1)
  })

  test('[PH-10] given no network, when the fields are fetched again, then the client can continue with those shown', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [phone] })
    renderSession('/form/a')
    const next = await screen.findByRole('button', { name: 'Next field 1 of 1' })
    let asked = 0
    server.use(
      http.get(apiPath('sessionforms/a/fields'), () => {
        asked += 1
        return HttpResponse.error()
      }),
    )
    await advance(60_000)
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    await advance(60_000)

    expect(next).toBeInTheDocument()
    expect(next).not.toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('given typed values, when another session is opened in this tab, then they are gone', async () => {
    serveSession([paper], { fields: [phone] })
    const user = renderSession('/form/a')
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '305')
    server.use(
      http.get(apiPath('sessionforms/session/session-2'), () => HttpResponse.json({ success: true, data: [] })),
    )
    act(() => useSession.getState().open({ ...storedSession, id: 'session-2' }))

    expect(fieldsDraft('a').typed).toEqual({})
  })

  test('given a document that staff close meanwhile, when a value is saved, then the text stays, and the screen says why it is not saved @full', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [phone] })
    server.use(http.put(fieldsPath, () => refusal(409, 'WRONG_STATE')))
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'Phone' })
    await user.type(input, '305')
    await advance(1_000)

    expect(await screen.findByText(/This document has just changed/)).toHaveRole('alert')
    expect(screen.getByText('Not saved')).toBeInTheDocument()
    expect(input).toHaveValue('305')
  })

  test('given a document that staff close meanwhile, when a value is saved, then its screen says that it is closed @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper], { fields: [phone] })
    server.use(http.put(fieldsPath, () => refusal(409, 'WRONG_STATE')))
    const user = renderSession('/form/a')
    await screen.findByRole('button', { name: 'Next field 1 of 1' })
    // The call that reports the document as opened would set its status again.
    await waitFor(() => expect(backend.written).toHaveLength(1))
    backend.forms = [{ ...paper, status: 'voided' }]
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '305')
    await advance(1_000)

    expect(await screen.findByText(/This document was withdrawn/)).toBeInTheDocument()
  })

  test('given a document that is not found, when a value is saved, then the text stays, with an alert @full', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [phone] })
    server.use(http.put(fieldsPath, () => refusal(404, 'NOT_FOUND')))
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'Phone' })
    await user.type(input, '305')
    await advance(1_000)

    expect(await screen.findByRole('alert')).toHaveTextContent(/What you entered is still here/)
    expect(input).toHaveValue('305')
  })

  test('given another session opened in another tab, when a value is saved, then the passcode is asked for, and the text stays @full', async () => {
    const advance = fakeTimeouts()
    serveSession([paper], { fields: [phone] })
    const user = renderSession('/form/a')
    const input = await screen.findByRole('textbox', { name: 'Phone' })
    const saves = vi.fn()
    server.use(
      http.put(fieldsPath, () => saves()),
      http.all('*', () => refusal(404, 'NOT_FOUND')),
    )
    await user.type(input, '305')
    await advance(1_000)
    expect(await screen.findByText(/Another session was opened in this browser/)).toBeInTheDocument()
    // The screen that was left has saved once more, and that was refused too.
    await waitFor(() => expect(saves).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(fieldsDraft('a').saving).toBe('failed'))
    server.resetHandlers()
    const again = serveSession([paper], { fields: [phone] })
    act(() => useSession.getState().open(storedSession))
    await user.click(await screen.findByRole('link', { name: /You are still logged in/ }))
    await user.click(await screen.findByRole('link', { name: /Application/ }))

    expect(await screen.findByRole('textbox', { name: 'Phone' })).toHaveValue('305')
    await waitFor(() => expect(saved(again)).toEqual([{ values: { phone: '305' } }]))
  })
})
