import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { clientDialogs, type DialogName } from 'contract/client-fields'
import { type ClientRecord, clearMarker } from 'contract/clients'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { renderApp, signIn } from '../../testing/render-app'
import { client, id } from '../../testing/samples'
import { at, server } from '../../testing/server'
import { parseClient } from './clients-api'
import { fieldsOfDialog, type RecordField } from './record-fields'

interface Put {
  readonly version: string | null
  readonly body: Record<string, unknown>
}

/** Serves a record that can be saved, as the API does; gives what was sent. */
function serve(record: ClientRecord): Put[] {
  let stored = record
  const puts: Put[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(stored)),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
    http.put<never, Record<string, unknown>>(at(`clients/${id(1)}`), async ({ request }) => {
      const body = await request.json()
      puts.push({ version: request.headers.get('If-Match'), body })
      const values = Object.entries(body).map(([name, value]) => [name, value === clearMarker ? null : value])
      stored = parseClient({ ...Object.fromEntries(values), version: stored.version + 1 })
      return HttpResponse.json(stored)
    }),
  )
  return puts
}

async function open(dialog: DialogName) {
  const user = renderApp(`/admin/clients/${id(1)}`)
  await user.click(await screen.findByRole('button', { name: clientDialogs[dialog] }))
  const modal = within(await screen.findByRole('dialog', { name: clientDialogs[dialog] }))
  await modal.findByRole('button', { name: 'Save' })
  return { user, modal }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

const everyDialog = Object.keys(clientDialogs).filter((name): name is DialogName => name in clientDialogs)
const plainFields = (dialog: DialogName) => fieldsOfDialog(dialog).filter(({ kind }) => kind !== 'rich-text')
const controls = () => Array.from(document.querySelectorAll<HTMLInputElement>('form [name]'))

/** A value that a field of this kind takes, different from its neighbour's. */
function valueFor({ name, kind }: RecordField, index: number): string | number {
  if (name === 'status') return 'unpaid'
  if (kind === 'choice') return 'Spanish'
  if (kind === 'number') return 40 + index
  return kind === 'date' ? '2001-02-03' : `value ${index}`
}

async function fill(user: UserEvent, control: HTMLInputElement, value: string) {
  if (control.localName === 'select') return user.selectOptions(control, value)
  await user.clear(control)
  await user.click(control)
  // Typing key by key is slow, but a date control takes nothing else.
  return control.type === 'date' ? user.type(control, value) : user.paste(value)
}

beforeEach(() => {
  signIn()
})

describe('the dialogs of a client', () => {
  test.each(everyDialog)(
    '[CD-03] [CD-10] given the dialog %s, when each field is changed, then all are saved',
    async (dialog) => {
      const puts = serve(client())
      const { user, modal } = await open(dialog)
      expect(await violations()).toEqual([])
      const fields = plainFields(dialog)
      if (fields.length > 0) await waitFor(() => expect(controls().length).toBeGreaterThan(0))
      for (const folded of modal.queryAllByRole('button', { expanded: false })) await user.click(folded)
      expect(controls().map(({ name }) => name)).toEqual(fields.map(({ name }) => name))
      const typed = fields.map((field, index) => [field.name, valueFor(field, index)] as const)
      for (const [index, control] of controls().entries()) await fill(user, control, String(typed[index]?.[1]))
      if (fields.length === 0) return
      await user.click(modal.getByRole('button', { name: 'Save' }))

      await closed()
      expect(puts).toHaveLength(1)
      expect(puts[0]?.version).toBe('"3"')
      expect(puts[0]?.body).toEqual({ ...client(), ...Object.fromEntries(typed) })
    },
  )

  test('[CD-03] [CD-13] given raw values, when one is saved, then the card shows what was fetched again', async () => {
    serve(client({ ssn: '123456789', routing_number: '067014822' }))
    const { user, modal } = await open('bank')
    expect(modal.getByLabelText('Routing Number')).toHaveValue('067014822')
    await user.clear(modal.getByLabelText('Routing Number'))
    await user.type(modal.getByLabelText('Routing Number'), '111000025')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(screen.getByText('••••0025')).toBeInTheDocument()
  })

  test('[CD-04] given a save that fails, when it is answered, then the dialog stays with the error', async () => {
    serve(client())
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    server.use(
      http.put(at(`clients/${id(1)}`), async () => {
        await held
        const details = [{ field: 'bank_name', message: 'is too long' }]
        return HttpResponse.json({ code: 'INVALID_INPUT', message: 'no', details }, { status: 400 })
      }),
    )
    const { user, modal } = await open('bank')
    await user.type(modal.getByLabelText('Bank Name'), 'First')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
    finish()

    expect(await modal.findByText('is too long')).toBeInTheDocument()
    expect(modal.getByLabelText('Bank Name')).toBeInvalid()
    expect(modal.getByLabelText('Bank Name')).toHaveValue('First')
  })

  test('[CD-05] given the prescriptions dialog, when it opens, then it has its title', async () => {
    serve(client())
    await open('prescriptions')

    expect(screen.getByRole('dialog', { name: 'Edit Prescriptions & Specialists' })).toBeInTheDocument()
  })

  test.each([
    ['dependents', { dep3_name: 'Mia' }, ['Dependent 1', 'Dependent 3']],
    ['beneficiaries', {}, ['Beneficiary 1']],
    ['family_history', { status_of_sibling2: 'Living' }, ['Mother', 'Father', 'Sibling 2']],
  ] as const)(
    '[CD-06] [CD-07] given %s, when it opens, then the right sections are open',
    async (dialog, data, names) => {
      serve(client(data))
      const { modal } = await open(dialog)
      await modal.findAllByRole('button', { expanded: true })

      const open_ = modal
        .getAllByRole('button', { expanded: true })
        .map((button) => button.textContent?.replace(/ \d+$/, ''))
      expect(open_).toEqual(names)
      if (dialog === 'family_history') {
        for (const age of modal.getAllByLabelText('Age')) expect(age).toHaveAttribute('type', 'number')
      }
    },
  )

  test('[CD-09] given a language of its own, when the dialog opens, then it stays one of the options', async () => {
    serve(client({ pref_lang: 'Creole' }))
    const { modal } = await open('personal')

    const select = modal.getByLabelText('Preferred Language')
    expect(select).toHaveValue('Creole')
    const options = within(select)
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(options).toEqual(['-', 'English', 'Spanish', 'Portuguese', 'Creole'])
  })

  test('[CD-11] given stored dates, when they are emptied, then the clear marker is sent', async () => {
    const puts = serve(client({ spouse_dob: '1961-08-09' }))
    const { user, modal } = await open('spouse')
    await user.clear(modal.getByLabelText('Date of Birth'))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ spouse_dob: clearMarker, spouse_name: null })
  })

  test('[CD-12] [CD-16] given notes, when their text is deleted, then they are sent as empty', async () => {
    const puts = serve(client({ notes: '<p><strong>Called</strong></p>' }))
    const { user, modal } = await open('notes')
    const notes = await modal.findByRole('textbox', { name: 'Notes' })
    await user.click(notes)
    await user.keyboard('{Control>}a{/Control}{Backspace}')
    await waitFor(() => expect(notes).toHaveTextContent(''))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ notes: '', notes_2: null })
  })
})

describe('a change by someone else', () => {
  const theirs = client({ version: 4, bank_name: 'Harbor Bank', account_name: 'M. Alvarez' })

  function conflictOnce(): Put[] {
    const puts = serve(client({ bank_name: 'Coastal' }))
    server.use(
      http.put(
        at(`clients/${id(1)}`),
        () => HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current: theirs }, { status: 409 }),
        { once: true },
      ),
    )
    return puts
  }

  async function saveMine() {
    const { user, modal } = await open('bank')
    await user.clear(modal.getByLabelText('Bank Name'))
    await user.type(modal.getByLabelText('Bank Name'), 'Bay Bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const conflict = within(await screen.findByRole('dialog', { name: 'Someone else changed this client' }))
    return { user, conflict }
  }

  test('given the same field, when it is saved, then both values show and mine can be kept', async () => {
    const puts = conflictOnce()
    const { user, conflict } = await saveMine()
    expect(conflict.getByRole('radio', { name: 'Your value Bay Bank' })).toBeChecked()
    expect(conflict.getByRole('radio', { name: 'Saved meanwhile Harbor Bank' })).not.toBeChecked()
    expect(conflict.getAllByRole('radio')).toHaveLength(2)
    expect(await violations()).toEqual([])
    await user.click(conflict.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts).toHaveLength(1)
    expect(puts[0]?.version).toBe('"4"')
    expect(puts[0]?.body).toMatchObject({ bank_name: 'Bay Bank', account_name: 'M. Alvarez' })
  })

  test('given the same field, when the other value is chosen, then that is what is kept', async () => {
    const puts = conflictOnce()
    const { user, conflict } = await saveMine()
    await user.click(conflict.getByRole('radio', { name: 'Saved meanwhile Harbor Bank' }))
    await user.click(conflict.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ bank_name: 'Harbor Bank' })
  })

  test('given the choice, when it is cancelled, then what was typed is still in the dialog', async () => {
    conflictOnce()
    const { user, conflict } = await saveMine()
    await user.click(conflict.getByRole('button', { name: 'Cancel' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bank Information' }))
    expect(await dialog.findByLabelText('Bank Name')).toHaveValue('Bay Bank')
  })
})
