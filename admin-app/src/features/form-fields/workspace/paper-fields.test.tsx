import type { FormField, ImportNote } from '@agency/contract/form-fields'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { openPlaceFields, placedField, serveFields } from '../../../testing/place-fields'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

type Opened = Awaited<ReturnType<typeof openPlaceFields>>

async function save({ user, modal }: Pick<Opened, 'user' | 'modal'>) {
  await user.click(modal.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Place Fields' })).not.toBeInTheDocument())
}

const select = ({ user, modal }: Opened, name: string) => user.click(modal.getByRole('button', { name }))

beforeEach(() => {
  signIn()
})

describe('tools and properties', () => {
  test('given the two tools of dates, when both are placed and one is set, then one is the day of signing, and one is entered @full', async () => {
    const opened = await openPlaceFields()
    const { user, modal, puts } = opened
    modal.getByRole('button', { name: 'Date of signing' }).focus()
    await user.keyboard('{Enter}')
    expect(await modal.findByRole('button', { name: 'Date of signing Date signed, page 1' })).toHaveFocus()
    expect(modal.queryByRole('checkbox', { name: 'Required' })).not.toBeInTheDocument()
    modal.getByRole('button', { name: 'Date' }).focus()
    await user.keyboard('{Enter}')
    expect(await modal.findByRole('button', { name: 'Date, page 1' })).toHaveFocus()
    await user.selectOptions(modal.getByLabelText('Written as'), 'dd/mm/yyyy')
    await user.click(modal.getByRole('checkbox', { name: 'Not in the future' }))
    await user.click(modal.getByRole('checkbox', { name: 'Required' }))
    await save(opened)

    const box = { page: 0, x: expect.any(Number), y: expect.any(Number), width: 96, height: 20, id: expect.any(String) }
    const signed = { kind: 'date', label: 'Date signed', binding: null, required: false, editable: false }
    const entered = { kind: 'entered_date', label: 'Date', binding: null, required: true, editable: true }
    expect(puts[0]?.fields).toEqual([
      { ...box, ...signed, date_format: 'mm/dd/yyyy' },
      { ...box, ...entered, date_format: 'dd/mm/yyyy', latest: 'today' },
    ])
  })

  test('given a date taken for the day of signing, when it is made one that is entered and bound, then it is a date of the record @full', async () => {
    const opened = await openPlaceFields([placedField({ kind: 'date', label: 'Released on', editable: false })])
    const { user, modal, puts } = opened
    await select(opened, 'Date of signing Released on, page 1')
    await user.selectOptions(modal.getByLabelText('Which day'), 'A date that is entered')
    expect(modal.getByRole('button', { name: 'Date Released on, page 1' })).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Prefill from Nothing' }))
    await user.type(modal.getByRole('combobox', { name: 'Search the client record' }), 'spouse birth{Enter}')
    expect(modal.getByLabelText('Which day')).toHaveValue('entered')
    await save(opened)

    expect(puts[0]?.fields).toMatchObject([{ kind: 'date', binding: 'spouse_dob', editable: true }])
  })

  test('given a choice, when its choices are edited line by line, then each known one keeps its value @full', async () => {
    const choices = [
      { value: 'FL', label: 'Florida' },
      { value: 'TX', label: 'Texas' },
    ]
    const opened = await openPlaceFields([placedField({ kind: 'choice', label: 'State', choices })])
    const { user, modal, puts } = opened
    await select(opened, 'Choice State, page 1')
    await user.clear(modal.getByLabelText('Choices'))
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('Enter at least one choice.')).toBeInTheDocument()
    await user.type(modal.getByLabelText('Choices'), 'Florida{Enter}{Enter}Guam')
    await user.click(modal.getByRole('checkbox', { name: 'Another answer can be typed' }))
    await user.type(modal.getByLabelText('First value'), 'Guam')
    expect(await violations()).toEqual([])
    await save(opened)

    expect(puts[0]?.fields).toMatchObject([
      {
        choices: [
          { value: 'Florida', label: 'Florida' },
          { value: 'Guam', label: 'Guam' },
        ],
        own_text: true,
        preset: 'Guam',
      },
    ])
  })

  test('given a choice, when a line is added, then the other lines keep their values @full', async () => {
    const choices = [{ value: 'FL', label: 'Florida' }]
    const opened = await openPlaceFields([placedField({ kind: 'choice', label: 'State', choices })])
    await select(opened, 'Choice State, page 1')
    await opened.user.type(opened.modal.getByLabelText('Choices'), '{Enter}Guam')
    await save(opened)

    expect(opened.puts[0]?.fields[0]?.choices).toEqual([...choices, { value: 'Guam', label: 'Guam' }])
  })

  test('given a text, when it gets cells, and then several lines, then it has only one of both @full', async () => {
    const opened = await openPlaceFields([placedField()])
    const { user, modal, puts } = opened
    await select(opened, 'Text City, page 1')
    await user.type(modal.getByLabelText('Longest text'), '9')
    await user.click(modal.getByRole('checkbox', { name: '9 cells, one for each character' }))
    await user.type(modal.getByLabelText('First value'), 'Miami')
    await user.click(modal.getByRole('button', { name: 'Undo' }))
    await user.click(modal.getByRole('checkbox', { name: 'Several lines' }))
    expect(modal.getByRole('checkbox', { name: '9 cells, one for each character' })).not.toBeChecked()
    await save(opened)

    expect(puts[0]?.fields).toEqual([{ ...placedField(), max_length: 9, multiline: true }])
  })

  test('given a box that is ticked at first, when it is unticked, then it has no first value @full', async () => {
    const opened = await openPlaceFields([placedField({ kind: 'checkbox', label: 'News', preset: true })])
    await select(opened, 'Checkbox News, page 1')
    await opened.user.click(opened.modal.getByRole('checkbox', { name: 'Ticked at first' }))
    await save(opened)

    expect(opened.puts[0]?.fields).toEqual([placedField({ kind: 'checkbox', label: 'News' })])
  })

  test('given a calculated field, when one that it is calculated from is removed, then it is no longer named there @full', async () => {
    const total = placedField({
      id: id(72),
      label: 'Total',
      calculation: { operation: 'sum', fields: [id(70), id(71)] },
    })
    const opened = await openPlaceFields([placedField(), placedField({ id: id(71), label: 'Rent' }), total])
    const { user, modal, puts } = opened
    await select(opened, 'Text Total, page 1')
    expect(modal.getByText('Calculated: sum of 2 fields.')).toBeInTheDocument()
    await select(opened, 'Text City, page 1')
    await user.keyboard('{Delete}')
    await save(opened)

    expect(puts[0]?.fields[1]?.calculation).toEqual({ operation: 'sum', fields: [id(71)] })
  })
})

describe('who fills a field in', () => {
  const witness = (changes: Partial<FormField>) => placedField({ for: 'witness', page: 1, ...changes })
  const signature = witness({ id: id(71), kind: 'signature', label: 'Witness signature' })
  const name = witness({ id: id(72), label: 'Witness name' })

  test('given fields of a witness, when one is given to the client and one to nobody, then they are saved so @full', async () => {
    const opened = await openPlaceFields([placedField(), signature, name])
    const { user, modal, puts } = opened
    const others = within(modal.getByRole('region', { name: 'For others' }))
    expect(others.getByText('The client is not asked for these 2 fields.')).toBeInTheDocument()
    expect(within(modal.getByRole('list', { name: 'Fields in order' })).getAllByRole('listitem')).toHaveLength(1)
    expect(modal.getByRole('button', { name: 'Text Witness name, page 2, for: Witness' })).toBeInTheDocument()
    await user.click(others.getByRole('button', { name: 'Give to nobody: Text Witness name' }))
    expect(others.getByRole('button', { name: 'Text Witness name Page 2 · Nobody' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(others.getByRole('button', { name: 'Give to client: Signature Witness signature' }))
    expect(modal.getByRole('button', { name: 'Signature Witness signature, page 2' })).toHaveFocus()
    await save(opened)

    expect(puts[0]?.fields.map((field) => field.for)).toEqual([undefined, undefined, 'nobody'])
  })

  test('given several fields, when they are given to the agent, then none is asked of the client, and one undo takes it back @full', async () => {
    const opened = await openPlaceFields([placedField(), placedField({ id: id(71), label: 'Number', y: 140 })])
    const { user, modal, puts } = opened
    modal.getByRole('button', { name: 'Text City, page 1' }).focus()
    await user.keyboard('{Control>}a{/Control}')
    await user.selectOptions(modal.getByLabelText('Who fills it in'), 'Agent')
    expect(modal.getByText('2 fields now for: Agent.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Undo' }))
    expect(modal.queryByRole('region', { name: 'For others' })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Redo' }))
    await save(opened)

    expect(puts[0]?.fields.map((field) => field.for)).toEqual(['agent', 'agent'])
  })

  test('given fields of others between those of the client, when one of the client is moved up, then it passes the client’s @full', async () => {
    const last = placedField({ id: id(73), label: 'State', page: 1 })
    const opened = await openPlaceFields([placedField(), signature, name, last])
    const { user, modal, puts } = opened
    await user.click(modal.getByRole('button', { name: 'Move Text State up' }))
    expect(modal.getByText('Text State is now 1 of 2.')).toBeInTheDocument()
    await save(opened)

    expect(puts[0]?.fields.map(({ label }) => label)).toEqual(['State', 'City', 'Witness signature', 'Witness name'])
  })
})

describe('many fields at once', () => {
  test('given a name at the head of three pages, when one is bound, then the others get it with one press @full', async () => {
    const insured = (number: number, page: number, label = 'Insured') => placedField({ id: id(number), page, label })
    const opened = await openPlaceFields([
      insured(70, 0),
      insured(71, 1),
      insured(72, 1, ' insured '),
      placedField({ id: id(73) }),
    ])
    const { user, modal, puts } = opened
    await select(opened, 'Text Insured, page 1')
    expect(modal.queryByRole('button', { name: /^Apply to the other/ })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: /^Prefill from Nothing/ }))
    await user.type(modal.getByRole('combobox', { name: 'Search the client record' }), 'client name{Enter}')
    expect(modal.getByText('2 other fields with this name are filled in differently.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Apply to the other 2 with this name' }))
    expect(modal.queryByRole('button', { name: /^Apply to the other/ })).not.toBeInTheDocument()
    await save(opened)

    expect(puts[0]?.fields.map(({ binding }) => binding)).toEqual(['client_name', 'client_name', 'client_name', null])
    expect(puts[0]?.fields.map(({ page, label }) => [page, label])).toEqual([
      [0, 'Insured'],
      [1, 'Insured'],
      [1, ' insured '],
      [0, 'City'],
    ])
  })

  test('given fields chosen in the list with Ctrl, when they are bound together, then all are bound @full', async () => {
    const opened = await openPlaceFields([placedField(), placedField({ id: id(71), label: 'Town', page: 1 })])
    const { user, modal, puts } = opened
    const list = within(modal.getByRole('list', { name: 'Fields in order' }))
    await user.click(list.getByRole('button', { name: 'Text City Page 1' }))
    await user.keyboard('{Control>}')
    await user.click(list.getByRole('button', { name: 'Text Town Page 2' }))
    await user.keyboard('{/Control}')
    expect(modal.getByRole('heading', { name: '2 fields selected' })).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Prefill from Nothing' }))
    await user.type(modal.getByRole('combobox', { name: 'Search the client record' }), 'city of birth{Enter}')
    await save(opened)

    expect(puts[0]?.fields.map(({ binding }) => binding)).toEqual(['city_of_birth', 'city_of_birth'])
  })
})

describe('what became of the fields of a PDF', () => {
  test('given notes, when the form and its editor are opened, then both say what was left out and changed, and where @full', async () => {
    const notes: ImportNote[] = [
      { code: 'left_out', page: 2, label: 'Barcode' },
      { code: 'left_out', page: 0, label: 'Button' },
      { code: 'consent_unticked', page: 1, label: 'I agree' },
      { code: 'for_others', page: 1, label: 'Witness' },
    ]
    const fields = [placedField(), placedField({ id: id(2), page: 1, label: 'Agent', for: 'agent' })]
    const { user, modal } = await openPlaceFields(fields, notes)
    const list = within(modal.getByRole('region', { name: 'Notes on this PDF' }))
    expect(list.getByText('2 fields of the PDF were left out (pages 1, 3)')).toBeInTheDocument()
    expect(list.getByText(/^1 field was a consent that the PDF had ticked/)).toBeInTheDocument()
    await user.click(list.getByText(/were left out/))
    expect(list.getByText('Barcode')).toBeVisible()
    await user.click(modal.getByRole('button', { name: 'Cancel' }))
    const form = within(await screen.findByRole('region', { name: 'Notes on this PDF' }))
    expect(form.getByText(/were left out/)).toBeInTheDocument()
    await user.click(form.getByText('1 field is for others: the client is not asked for it (page 2)'))
    // Staff gave the field of the note to the client, and another one to the agent.
    expect(form.getByText('Agent')).toBeVisible()
    expect(form.queryByText('Witness')).not.toBeInTheDocument()
  })

  test('given a script that does not run, when its field is noted, then it is not called calculated', async () => {
    const notes: ImportNote[] = [
      { code: 'calculated', page: 0, label: 'Total' },
      { code: 'script_ignored', page: 0, label: 'Total' },
      { code: 'calculated', page: 0, label: 'Sum' },
    ]
    const { modal } = await openPlaceFields([placedField()], notes)
    const list = within(modal.getByRole('region', { name: 'Notes on this PDF' }))
    expect(list.getByText('1 field is calculated from others (page 1)')).toBeInTheDocument()
    expect(list.getByText(/^1 field had a script.*form’s calculations stop working/)).toBeInTheDocument()
  })
})

describe('a document of one session', () => {
  const path = `sessionforms/${id(30)}/placed-fields`

  async function openDocument() {
    const puts = serveFields(path, [placedField({ for: 'witness', label: 'Witness' })])
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
      http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [sessionForm()] })),
      http.get(at(`sessionforms/${id(30)}/file`), () => new HttpResponse('%PDF')),
    )
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    await user.click(await screen.findByRole('button', { name: 'Place fields' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Place Fields' }))
    await modal.findByRole('img', { name: 'Page 1 of 2' })
    return { user, modal, puts }
  }

  test('given an open document, when a field of it is given to the client, then it is saved with its version @full', async () => {
    const opened = await openDocument()
    const { user, modal, puts } = opened
    await user.click(modal.getByRole('button', { name: 'Give to client: Text Witness' }))
    await save(opened)

    expect(puts).toEqual([{ version: '"4"', fields: [placedField({ label: 'Witness' })] }])
    expect(await screen.findByRole('dialog', { name: 'Edit Document' })).toBeInTheDocument()
  })

  test('given a document that the client has signed meanwhile, when its fields are saved, then the message of the server is shown @full', async () => {
    const { user, modal } = await openDocument()
    const message = 'The client has signed this document. Its fields can’t be changed any more.'
    server.use(http.put(at(path), () => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 })))
    await user.click(modal.getByRole('button', { name: 'Give to client: Text Witness' }))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByText(message)).toHaveRole('alert')
    expect(modal.getByRole('button', { name: 'Text Witness, page 1' })).toBeInTheDocument()
  })

  test('given a document that the client has opened, when it is shown, then its fields stay as they are @full', async () => {
    serveFields(path, [placedField()])
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
      http.get(at(`sessionforms/session/${id(10)}`), () =>
        HttpResponse.json({
          success: true,
          data: [sessionForm({ status: 'pending', read_at: '2026-11-22T17:00:00.000Z' })],
        }),
      ),
    )
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    expect(await screen.findByText('The client has begun, so the fields stay as they are.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Place fields' })).not.toBeInTheDocument()
  })

  test('given a signed document, when it is opened, then its fields are not to be placed @full', async () => {
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
      http.get(at(`sessionforms/session/${id(10)}`), () =>
        HttpResponse.json({ success: true, data: [sessionForm({ status: 'completed' })] }),
      ),
    )
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    await screen.findByRole('dialog', { name: 'Edit Document' })
    expect(screen.queryByRole('button', { name: 'Place fields' })).not.toBeInTheDocument()
  })
})
