import { clearMarker } from '@agency/contract/clients'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { closed, openDialog, serveClient } from '../../../testing/client-record'
import { client, id } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'
import { fieldsOfDialog } from '../record/record-fields'

const controls = () => Array.from(document.querySelectorAll<HTMLInputElement>('form [name]'))

beforeEach(() => {
  signIn()
})

describe('the dialogs of a client', () => {
  test('[CD-03] [CD-10] given a dialog, when each field is changed, then all are saved over its version @full', async () => {
    const puts = serveClient(client())
    const { user, modal } = await openDialog('contact')
    expect(await violations()).toEqual([])
    await waitFor(() => expect(controls().length).toBeGreaterThan(0))
    const names = fieldsOfDialog('contact', true).map(({ name }) => name)
    expect(controls().map(({ name }) => name)).toEqual(names)
    for (const [index, control] of controls().entries()) {
      await user.click(control)
      await user.paste(`value ${index}`)
    }
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    const typed = Object.fromEntries(names.map((name, index) => [name, `value ${index}`]))
    expect(puts).toEqual([{ version: '"3"', body: { ...client(), ...typed } }])
  })

  test('given a picture pasted in Edit Notes, when it is filed, then Upload Documents opens with it, and the typed text stays @full', async () => {
    serveClient(client())
    const { user, modal } = await openDialog('notes')
    const text = (await modal.findAllByRole('textbox'))[0] ?? document.body
    await user.click(text)
    await user.keyboard('Typed')
    await waitFor(() => expect(text).toHaveTextContent('Typed'))
    const files = [new File(['a'], 'card.png', { type: 'image/png' })]
    fireEvent.paste(text, { clipboardData: { files, getData: () => '' } })
    await user.click(await modal.findByRole('button', { name: 'File it now' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Documents' }))
    expect(await dialog.findByText('card.png')).toBeInTheDocument()
    expect(text).toHaveTextContent('Typed')
  })

  test('[CD-03] [CD-13] given raw values, when one is saved, then the card shows what was fetched again', async () => {
    serveClient(client({ ssn: '123456789', routing_number: '067014822' }))
    const { user, modal } = await openDialog('bank')
    expect(modal.getByLabelText('Routing Number')).toHaveValue('067014822')
    await user.clear(modal.getByLabelText('Routing Number'))
    await user.type(modal.getByLabelText('Routing Number'), '111000025')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(await screen.findByText('••••0025')).toBeInTheDocument()
  })

  test.each([
    ['answered', 200],
    ['refused', 500],
  ])(
    'given values that load, when another dialog is opened and they are %s, then that one has its own values @full',
    async (_what, status) => {
      const record = client({ ssn: '123456789', routing_number: '067014822' })
      serveClient(record)
      const held = holdAnswer()
      const answered = vi.fn()
      server.events.on('response:mocked', ({ request, response }) => {
        if (request.url.endsWith('/reveals')) answered(response.status)
      })
      server.use(
        http.post(
          at(`clients/${id(1)}/reveals`),
          async () => {
            await held.hold()
            return HttpResponse.json({ values: { routing_number: record.routing_number } }, { status })
          },
          { once: true },
        ),
      )
      const user = renderApp(`/admin/clients/${id(1)}`)
      await user.click(await screen.findByRole('button', { name: 'Edit Bank Information' }))
      await held.asked
      await user.click(screen.getByRole('button', { name: 'Edit Personal Information' }))
      const modal = within(await screen.findByRole('dialog', { name: 'Edit Personal Information' }))
      expect(await modal.findByLabelText('SSN')).toHaveValue('123-45-6789')
      held.release()
      await waitFor(() => expect(answered).toHaveBeenCalledWith(status))
      server.events.removeAllListeners()
      await user.type(modal.getByLabelText('SSN'), '{Backspace}1')

      expect(modal.getByLabelText('SSN')).toHaveValue('123-45-6781')
      expect(screen.getByRole('dialog', { name: 'Edit Personal Information' })).toBeInTheDocument()
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    },
  )

  test('[CD-04] given a save that fails, when it is answered, then the dialog stays with the error', async () => {
    serveClient(client())
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
    const { user, modal } = await openDialog('bank')
    await user.type(modal.getByLabelText('Bank Name'), 'First')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
    finish()

    expect(await modal.findByText('is too long')).toBeInTheDocument()
    expect(modal.getByLabelText('Bank Name')).toBeInvalid()
    expect(modal.getByLabelText('Bank Name')).toHaveValue('First')
  })

  test('[OF-02] given a value that looks wrong, when its field is left, then it warns and can be saved @full', async () => {
    const puts = serveClient(client())
    const { user, modal } = await openDialog('personal')
    await user.type(modal.getByLabelText('SSN'), '666-12-3456')
    expect(modal.queryByText(/Please check it/)).not.toBeInTheDocument()
    await user.tab()
    expect(modal.getByText('This is not a valid social security number. Please check it.')).toBeInTheDocument()
    expect(modal.getByLabelText('SSN')).toHaveAccessibleDescription(/Please check it/)
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts.map(({ body }) => body.ssn)).toEqual(['666123456'])
  })

  test('[CD-05] given the prescriptions dialog, when it opens, then it has its title', async () => {
    serveClient(client())
    await openDialog('prescriptions')

    expect(screen.getByRole('dialog', { name: 'Edit Prescriptions & Specialists' })).toBeInTheDocument()
  })

  test.each([
    ['dependents', { dep3_name: 'Mia' }, ['Dependent 1', 'Dependent 3']],
    ['beneficiaries', {}, ['Beneficiary 1']],
    ['family_history', { status_of_sibling2: 'Living' }, ['Mother', 'Father', 'Sibling 2']],
  ] as const)(
    '[CD-06] [CD-07] given %s, when it opens, then the right sections are open',
    async (dialog, data, names) => {
      serveClient(client(data))
      const { modal } = await openDialog(dialog)
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
    serveClient(client({ pref_lang: 'Creole' }))
    const { modal } = await openDialog('personal')

    const select = modal.getByLabelText('Preferred Language')
    expect(select).toHaveValue('Creole')
    const options = within(select)
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(options).toEqual(['-', 'English', 'Spanish', 'Portuguese', 'Creole'])
  })

  test('[CD-11] given stored dates, when they are emptied, then the clear marker is sent @full', async () => {
    const puts = serveClient(client({ spouse_dob: '1961-08-09' }))
    const { user, modal } = await openDialog('spouse')
    await user.clear(modal.getByLabelText('Date of Birth'))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ spouse_dob: clearMarker, spouse_name: null })
  })

  test('given a date that does not exist in a folded part, when it is saved, then nothing is sent and the part opens on it @full', async () => {
    const puts = serveClient(client({ dep1_name: 'Ana', dep2_name: 'Luis' }))
    const { user, modal } = await openDialog('dependents')
    const birth = (await modal.findAllByLabelText('Date of Birth'))[1]
    if (birth === undefined) throw new Error('Dependent 2 is not open.')
    await user.type(birth, '13/1/2010')
    await user.click(modal.getByRole('button', { name: /^Dependent 2/ }))
    expect(modal.getAllByLabelText('Date of Birth')).toHaveLength(1)
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByText('There is no month 13.')).toBeInTheDocument()
    expect(modal.getAllByLabelText('Date of Birth')[1]).toHaveValue('13/1/2010')
    expect(puts).toEqual([])
  })

  test('[CD-12] [CD-16] given notes, when their text is deleted, then they are sent as empty @full', async () => {
    const puts = serveClient(client({ notes: '<p><strong>Called</strong></p>' }))
    const { user, modal } = await openDialog('notes')
    const notes = await modal.findByRole('textbox', { name: 'Notes' })
    await waitFor(() => expect(notes).toHaveFocus())
    await user.keyboard('{Control>}a{/Control}{Backspace}')
    await waitFor(() => expect(notes).toHaveTextContent(''))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ notes: '', notes_2: null })
  })

  test('given a deployment that keeps a CVC for seven days, when the card dialog opens, then it says so @full', async () => {
    serveClient(client())
    const { modal } = await openDialog('card')
    await waitFor(() =>
      expect(modal.getByLabelText('CVC')).toHaveAccessibleDescription('Deleted automatically after 7 days.'),
    )
  })

  test('given a negative age, when it is saved, then the field says why and nothing is sent @full', async () => {
    const puts = serveClient(client())
    const { user, modal } = await openDialog('family_history')
    await user.type(await waitFor(() => firstAge(modal)), '-5')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText("Age can't be negative.")).toBeInTheDocument()
    expect(puts).toEqual([])
  })
})

function firstAge(modal: { getAllByLabelText(label: string): HTMLElement[] }): HTMLElement {
  const [age] = modal.getAllByLabelText('Age')
  if (age === undefined) throw new Error('The dialog has no age')
  return age
}
