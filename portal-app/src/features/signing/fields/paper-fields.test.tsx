import type { FilledField } from '@agency/contract/form-fields'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility.ts'
import { field, form, serveSession } from '../../../testing/backend.ts'
import { roomy } from '../../../testing/layout.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { findReadyButton, goToReview } from '../../../testing/sign.ts'
import { addReadPages } from '../reader/read-pages.ts'
import { discardDraft } from './fields-draft.ts'

const paper = form({ id: 'a', title: 'Application' })
const optional = { required: false }
const saved = (backend: ReturnType<typeof serveSession>) =>
  backend.written.filter(({ path }) => path.endsWith('/fields')).map(({ body }) => body)

beforeEach(() => discardDraft('a'))
// Otherwise leaving the screen saves it again, and the retry reaches the next test.
afterEach(() => discardDraft('a'))

async function open(fields: readonly FilledField[], client: object = {}) {
  const backend = serveSession([paper], { fields, client })
  const user = renderSession('/form/a')
  await screen.findByRole('region', { name: /1 (of|de) 2$/ })
  return { backend, user }
}

test('given labels that say themselves whether they are optional, when they are asked for, then it is said once', async () => {
  roomy.matches = false
  const { user } = await open([
    field({ id: 'account', label: 'Account number(s) (optional)' }),
    field({ id: 'code', label: 'Code (if any) (Required)', required: false }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Next field 1 of 2' }))
  await user.type(await screen.findByRole('textbox', { name: 'Account number(s) (required)' }), '12{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Code (if any) (optional)' })).toBeInTheDocument()
})

describe('a date that the client enters', () => {
  const born = field({ id: 'born', label: 'Date of birth', kind: 'entered_date', latest: 'today' })

  test.each([
    [undefined, '3/9/1961', '03/09/1961'],
    ['mm/dd/yy', '03091961', '03/09/1961'],
    ['dd/mm/yyyy', '9/3/1961', '09/03/1961'],
    ['yyyy-mm-dd', '1961-3-9', '1961-03-09'],
  ] as const)(
    'given the format %s of the form and a Portuguese signer, when %s is typed, then March 9 is saved',
    async (date_format, typed, shown) => {
      const given = date_format === undefined ? born : { ...born, date_format }
      const { backend, user } = await open([given], { pref_lang: 'Portuguese' })
      const input = await screen.findByRole('textbox', { name: 'Date of birth' })
      expect(input).toHaveValue('')
      await user.type(input, typed)
      await user.tab()
      expect(input).toHaveValue(shown)
      await waitFor(() => expect(saved(backend)).toEqual([{ values: { born: '1961-03-09' } }]))
    },
  )

  test('given a date whose day may be a month, when a Spanish client types it, then the sheet says it in words, and the names of the tool are in Spanish', async () => {
    roomy.matches = false
    const own = field({ id: 'own', label: 'Signature', kind: 'signature', page: 1 })
    serveSession([paper], { fields: [born, own], client: { pref_lang: 'Spanish' } })
    const user = renderSession('/form/a')
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
    await user.click(await screen.findByRole('button', { name: /^Date of birth/ }))
    const input = screen.getByRole('textbox', { name: /^Date of birth/ })
    await user.type(input, '12/03/1960')
    expect(input).toHaveAccessibleDescription('3 de diciembre de 1960')
    expect(screen.getByRole('button', { name: /^Su firma \(obligatorio\)/ })).toBeInTheDocument()
  })

  test('given a date in the future, when it is typed, then it is refused in words, and not saved @full', async () => {
    roomy.matches = false
    const { backend, user } = await open([born])
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    const input = screen.getByRole('textbox', { name: 'Date of birth (required)' })
    expect(input).toHaveAccessibleDescription('As month/day/year, for example 04/30/1961')
    await user.type(input, '04122961{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This date can’t be in the future.')
    expect(input).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.clear(input)
    await user.type(input, '04121961{Enter}')

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { born: '1961-04-12' } }]))
    expect(await screen.findByRole('button', { name: 'Date of birth (required): 04/12/1961' })).toBeInTheDocument()
  })

  test('given a day that the calendar lacks, when it is typed, then it says so, and not how a date is written @full', async () => {
    const { user } = await open([born])
    await user.type(await screen.findByRole('textbox', { name: 'Date of birth' }), '02/30/1980')
    await user.tab()
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This day does not exist/)
    await user.clear(screen.getByRole('textbox', { name: 'Date of birth' }))
    await user.type(screen.getByRole('textbox', { name: 'Date of birth' }), '2/3/8')
    await user.tab()
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please enter the date as month\/day\/year/)
  })

  test('given the calendar, when a day is chosen in it, then it stands in the input, which has the focus @full', async () => {
    roomy.matches = false
    const { backend, user } = await open([born])
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    const calendar = document.querySelector('input[type=date]')
    if (!(calendar instanceof HTMLInputElement)) throw new Error('no calendar')
    const showPicker = vi.fn()
    Object.assign(calendar, { showPicker })
    await user.click(screen.getByRole('button', { name: 'Choose the date in a calendar' }))
    expect(showPicker).toHaveBeenCalledOnce()
    expect(calendar.max).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    fireEvent.change(calendar, { target: { value: '1961-04-12' } })

    expect(screen.getByRole('textbox', { name: 'Date of birth (required)' })).toHaveValue('04/12/1961')
    expect(screen.getByRole('textbox')).toHaveFocus()
    await waitFor(() => expect(saved(backend)).toEqual([{ values: { born: '1961-04-12' } }]))
  })
})

describe('a choice', () => {
  const choices = [
    { value: 'FL', label: 'Florida' },
    { value: 'TX', label: 'Texas' },
  ]
  const state = field({ id: 'state', label: 'State', kind: 'choice', choices })

  test('given a dropdown, when one of its options is chosen, then its value is saved and its label shown @full', async () => {
    roomy.matches = false
    const { backend, user } = await open([state])
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    const input = screen.getByRole('combobox', { name: 'State (required)' })
    expect(input).toHaveFocus()
    expect(await violations()).toEqual([])
    await user.selectOptions(input, 'Texas')
    await user.click(screen.getByRole('button', { name: 'Done' }))

    expect(screen.getByRole('button', { name: 'State (required): Texas' })).toBeInTheDocument()
    await waitFor(() => expect(saved(backend)).toEqual([{ values: { state: 'TX' } }]))
  })

  test('given a choice with own text, when an option or another text is typed, then the value or the text is saved @full', async () => {
    const { backend, user } = await open([{ ...state, own_text: true }])
    const input = await screen.findByRole('combobox', { name: 'State' })
    await user.type(input, 'Florida')
    await user.tab()
    await waitFor(() => expect(saved(backend).at(-1)).toEqual({ values: { state: 'FL' } }))
    expect(input).toHaveValue('Florida')
    await user.clear(input)
    await user.type(input, 'Guam')
    await user.tab()
    await waitFor(() => expect(saved(backend).at(-1)).toEqual({ values: { state: 'Guam' } }))
    expect(await violations()).toEqual([])
  })

  test('given a value that the form does not offer, when it is shown, then another one has to be chosen', async () => {
    const { user } = await open([{ ...state, value: 'Guam' }])
    const input = await screen.findByRole('combobox', { name: 'State' })
    expect(input).toHaveValue('Guam')
    expect(input).toHaveAccessibleDescription('Please choose one of the answers.')
    await user.selectOptions(input, 'FL')
    await findReadyButton('Review')
  })
})

describe('texts as the form wants them', () => {
  test('given nine cells, when a number with hyphens is typed, then its nine digits are saved and stand in cells @full', async () => {
    roomy.matches = false
    const { backend, user } = await open([field({ id: 'ssn', label: 'SSN', max_length: 9, comb: true })])
    await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
    const input = screen.getByRole('textbox', { name: 'SSN (required)' })
    expect(input).toHaveAccessibleDescription('9 characters at most')
    await user.type(input, '123-45-67899')
    expect(input).toHaveValue('123456789')
    await user.click(screen.getByRole('button', { name: 'Done' }))

    const cells = screen.getByRole('button', { name: 'SSN (required): 123456789' }).querySelectorAll('span > span')
    expect([...cells].map(({ textContent }) => textContent)).toEqual([...'123456789'])
    await waitFor(() => expect(saved(backend)).toEqual([{ values: { ssn: '123456789' } }]))
  })

  test('given a text of several lines, when lines are typed, then their breaks are saved @full', async () => {
    const { backend, user } = await open([field({ id: 'notes', label: 'Notes', multiline: true, height: 20 })])
    const input = await screen.findByRole('textbox', { name: 'Notes' })
    expect(input.tagName).toBe('TEXTAREA')
    await user.type(input, 'One{Enter}Two')
    await user.tab()

    await waitFor(() => expect(saved(backend)).toEqual([{ values: { notes: 'One\nTwo' } }]))
  })

  test('given amounts, when they are typed, then they stand in the form’s format, and their sum follows @full', async () => {
    const number = { decimals: 2, grouping: true, prefix: '$', suffix: '' }
    const amount = (id: string, label: string) => field({ id, label, number })
    const sum = field({
      id: 'sum',
      label: 'Total',
      number,
      calculation: { operation: 'sum', fields: ['rent', 'food'] },
    })
    const { backend, user } = await open([amount('rent', 'Rent'), amount('food', 'Food'), sum])
    const rent = await screen.findByRole('textbox', { name: 'Rent' })
    expect(rent).toHaveAttribute('inputmode', 'decimal')
    expect(screen.getByText(/^Total:/)).toHaveTextContent('Total: This is calculated from other fields.')
    expect(screen.queryByRole('textbox', { name: 'Total' })).not.toBeInTheDocument()
    await user.type(rent, '1,200')
    await user.tab()
    expect(rent).toHaveValue('$1,200.00')
    await user.type(screen.getByRole('textbox', { name: 'Food' }), '.5')
    expect(screen.getByText(/^Total:/)).toHaveTextContent('Total: $1,200.50')
    await user.tab()
    expect(await screen.findByText('2 of 2 fields filled')).toBeInTheDocument()
    await user.type(rent, 'x')
    await user.tab()
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a number, for example 1,234.50.')

    await waitFor(() => expect(saved(backend).at(-1)).toMatchObject({ values: { food: '0.5' } }))
    expect(JSON.stringify(saved(backend))).not.toContain('sum')
  })
})

describe('first values', () => {
  test('given presets, when nothing is changed, then they are shown; and a box that is preset can be unticked @full', async () => {
    const news = field({ id: 'news', label: 'Newsletter', kind: 'checkbox', preset: true, ...optional })
    const plan = (id: string, label: string, preset?: true) =>
      field({ id, label, kind: 'radio', group: 'Plan', width: 12, height: 12, ...(preset && { preset }), ...optional })
    const { backend, user } = await open([news, plan('gold', 'Gold', true), plan('silver', 'Silver')])
    const box = await screen.findByRole('checkbox', { name: 'Newsletter' })
    expect(box).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Plan: Gold' })).toBeChecked()
    await user.click(box)
    expect(box).not.toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Plan: Silver' }))
    expect(screen.getByRole('radio', { name: 'Plan: Gold' })).not.toBeChecked()

    const values = () => Object.assign({}, ...saved(backend).map((body) => Object(body).values))
    await waitFor(() => expect(values()).toEqual({ news: false, gold: false, silver: true }))
  })
})

describe('fields of others', () => {
  const witness = { for: 'witness', required: true } as const
  const others = [
    field({ id: 'wsig', label: 'Witness signature', kind: 'signature', ...witness }),
    field({ id: 'wini', label: 'Witness initials', kind: 'initials', ...witness }),
    field({ id: 'wname', label: 'Witness name', ...witness }),
    field({ id: 'wdate', label: 'Witness date', kind: 'date', ...witness }),
    field({ id: 'wbox', label: 'Witness box', kind: 'checkbox', ...witness }),
    field({ id: 'npn', label: 'Agent number', for: 'agent', preset: '12345' }),
  ]

  test.each([
    ['a desk', true],
    ['a phone', false],
  ])(
    'given fields of a witness and an agent on %s, when the client fills in, then none of them is asked for or can be tapped @full',
    async (_where, isRoomy) => {
      roomy.matches = isRoomy
      const signature = field({ id: 'sig', label: 'Signature', kind: 'signature' })
      const { backend, user } = await open([...others, signature])
      await user.click(await screen.findByRole('button', { name: 'Next field 1 of 1' }))
      const dialog = await screen.findByRole('dialog', { name: 'Your signature' })
      expect(await within(dialog).findByRole('button', { name: 'Use this signature' })).toBeInTheDocument()
      expect(within(dialog).queryByLabelText('Your initials')).not.toBeInTheDocument()
      await user.click(within(dialog).getByRole('button', { name: 'Use this signature' }))
      await screen.findByRole('heading', { name: 'Check and sign' })
      const body = backend.written.find(({ path }) => path.endsWith('/review'))?.body
      expect(body).not.toHaveProperty('initials')
      expect(body).not.toHaveProperty('values')
    },
  )

  test('given fields of others alone, when the document is read, then they are shown as such, with the text that staff preset', async () => {
    await open(others)
    await findReadyButton('Review')
    const page = within(screen.getByRole('region', { name: 'Page 1 of 2' }))
    expect(page.getByText('Witness signature: Somebody else fills this in.')).toBeInTheDocument()
    expect(page.getByText('Witness date: Somebody else fills this in.')).toBeInTheDocument()
    expect(page.getByText('12345')).toBeInTheDocument()
    expect(page.queryByRole('button')).not.toBeInTheDocument()
    expect(page.queryByRole('textbox')).not.toBeInTheDocument()
    expect(page.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('values that the client did not type', () => {
  test('given values of the record, of the agency and of the client, when they are reviewed, then those of others are listed as such @full', async () => {
    const { user } = await open([
      field({ id: 'city', label: 'City of birth', binding: 'city_of_birth', value: 'Recife' }),
      field({ id: 'npn', label: 'Agent number', for: 'agent', preset: '12345' }),
      field({ id: 'plan', label: 'Plan', preset: 'Gold', value: 'Gold' }),
      field({ id: 'day', label: 'Date signed', kind: 'date', editable: false, page: 1 }),
      field({ id: 'phone', label: 'Phone' }),
    ])
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '305')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: '4 filled in for you' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Filled in for you' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'City of birthRecifeFrom your file with us · Page 1',
      'Agent number12345Already in the agency’s document · Page 1',
      'PlanGoldAlready in the agency’s document · Page 1',
      'Date signedDay of signing · Page 2',
    ])
    expect(await violations()).toEqual([])
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: 'Check and sign' })).toBeInTheDocument()
  })

  test('given a value of the record that the client changes, when it is reviewed, then nothing is listed @full', async () => {
    const { user } = await open([field({ id: 'city', label: 'City', binding: 'city_of_birth', value: 'Recife' })])
    await user.type(await screen.findByRole('textbox', { name: 'City' }), '!')
    await goToReview(user)
    expect(screen.queryByRole('button', { name: /filled in for you/ })).not.toBeInTheDocument()
  })
})

describe('a document with many fields', () => {
  test('given a page that is far from the view, when the guide leads to its field, then it is rendered and has the focus', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #report: (entries: readonly object[]) => void
        constructor(report: (entries: readonly object[]) => void) {
          this.#report = report
        }
        observe(target: Element) {
          const isIntersecting = target.closest('section')?.id === 'page-1'
          queueMicrotask(() => this.#report([{ isIntersecting }]))
        }
        disconnect() {}
      },
    )
    const many = Array.from({ length: 60 }, (_, index) => field({ id: `f${index}`, page: 1, value: 'x', ...optional }))
    const { user } = await open([...many, field({ id: 'last', label: 'Last one', page: 1 })])
    act(() => addReadPages('a', [1, 2]))
    await screen.findByRole('button', { name: 'Next field 1 of 1' })
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next field 1 of 1' }))

    expect(screen.getByRole('textbox', { name: 'Last one' })).toHaveFocus()
  })
})
