import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endLogin } from '../../../shared/login-store'
import { violations } from '../../../testing/accessibility'
import { id } from '../../../testing/fixtures'
import { letter, openPlaceFields, placedField } from '../../../testing/place-fields'
import { signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const closed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Place Fields' })).not.toBeInTheDocument())

beforeEach(() => {
  signIn()
})

describe('placing fields', () => {
  test('given a chosen kind, when the page is pressed twice, then both start at the pointer beside the words, and it says what overlaps @full', async () => {
    const { user, modal } = await openPlaceFields()
    const page = document.querySelector('[data-page="0"]')
    if (page === null) throw new Error('The page is missing')
    vi.spyOn(page, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 780))
    const tool = modal.getByRole('button', { name: 'Text' })
    await user.click(tool)
    const press = (clientX: number, clientY: number) => {
      const at = { pointerId: 1, button: 0, isPrimary: true, clientX, clientY }
      fireEvent.pointerDown(page, at)
      fireEvent.pointerUp(page, at)
    }
    press(110, 100)
    expect(await modal.findByText('Text placed on page 1, X 110, Y 90.')).toBeInTheDocument()
    expect(tool).toHaveAttribute('aria-pressed', 'true')
    expect(modal.getByLabelText('Width (pt)')).toHaveValue(108)
    press(110, 104)
    expect(await modal.findByText('Text placed on page 1, X 110, Y 94. It overlaps Text.')).toBeInTheDocument()
    expect(modal.getByText('It overlaps Text.')).toBeInTheDocument()
    const placed = modal.getAllByRole('button', { name: 'Text, page 1' })
    const last =
      placed.find((button) => button.getAttribute('aria-pressed') === 'true') ?? expect.fail('none is selected')
    fireEvent.pointerDown(last, { pointerId: 1, button: 0, isPrimary: true, clientX: 112, clientY: 106 })
    fireEvent.pointerUp(last, { pointerId: 1, button: 0, isPrimary: true, clientX: 112, clientY: 106 })
    expect(modal.getAllByRole('button', { name: 'Text, page 1' })).toHaveLength(placed.length)
    await user.keyboard('{Escape}')
    expect(tool).toHaveAttribute('aria-pressed', 'false')
  })

  test('given imported fields, when their questions are written in the list, then they are saved in one go @full', async () => {
    const { user, modal, puts } = await openPlaceFields([placedField(), placedField({ id: id(71), label: 'fld_2' })])
    await user.click(modal.getByRole('button', { name: 'Rename the questions' }))
    const question = modal.getByDisplayValue('fld_2')
    expect(question).toHaveAccessibleDescription('Name of the file: write what the client should read')
    expect(modal.getByDisplayValue('City')).not.toHaveAccessibleDescription()
    await user.clear(question)
    await user.type(question, 'Your employer')
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.fields.map(({ label }) => label)).toEqual(['City', 'Your employer'])
  })

  test('given no fields, when one is placed by the keyboard, moved, sized, labelled and bound, then it is saved so @full', async () => {
    const { user, modal, puts } = await openPlaceFields()
    expect(modal.getByText(/appears on the certificate page/)).toBeInTheDocument()
    modal.getByRole('button', { name: 'Text' }).focus()
    await user.keyboard('{Enter}')
    const placed = await modal.findByRole('button', { name: 'Text, page 1' })
    expect(placed).toHaveFocus()
    expect(modal.getByText('Text placed on page 1, X 210, Y 380.')).toBeInTheDocument()
    await user.keyboard('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowRight}{/Alt}')
    expect(modal.getByText('181 by 20 points.')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    const label = modal.getByLabelText('Label')
    expect(label).toHaveFocus()
    await user.clear(label)
    await user.type(label, 'City of birth')
    await user.click(modal.getByRole('button', { name: 'Prefill from Personal Information: City of Birth' }))
    await user.click(modal.getByRole('checkbox', { name: 'Required' }))
    await user.click(modal.getByRole('checkbox', { name: 'Client can edit' }))
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    const box = { page: 0, x: 209, y: 390, width: 181, height: 20 }
    const words = { label: 'City of birth', binding: 'city_of_birth', required: true, editable: false }
    expect(puts).toEqual([{ version: '"4"', fields: [{ id: expect.any(String), kind: 'text', ...box, ...words }] }])
    expect(await screen.findByText('1 field: 1 Text')).toBeInTheDocument()
  })

  test('given a radio button of an uploaded form, when its question and answer are changed, then both are saved @full', async () => {
    const button = placedField({ kind: 'radio', label: 'Choice 1', group: 'plan', width: 16, height: 16 })
    const { user, modal, puts } = await openPlaceFields([button])
    await user.click(modal.getByRole('button', { name: 'Radio button Choice 1, page 1' }))
    expect(modal.queryByRole('button', { name: /^Prefill from/ })).not.toBeInTheDocument()
    await user.clear(modal.getByLabelText('Question'))
    await user.type(modal.getByLabelText('Question'), 'Which plan?')
    await user.clear(modal.getByLabelText('Answer'))
    await user.type(modal.getByLabelText('Answer'), 'Bronze')
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.fields).toEqual([{ ...button, group: 'Which plan?', label: 'Bronze' }])
  })

  test('given fields, when one is removed and the steps are undone, then the original fields are restored', async () => {
    const { user, modal } = await openPlaceFields([
      placedField({ y: 110.02 }),
      placedField({ id: id(71), kind: 'signature', label: 'Signature', page: 1 }),
    ])
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    // Else the browser would not send the dialog, and say so nowhere.
    expect(modal.getByLabelText('Y (pt)')).toBeValid()
    await user.keyboard('{ArrowRight}{ArrowRight}{Delete}')
    expect(modal.queryByRole('button', { name: 'Text City, page 1' })).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Signature, page 2' })).toHaveFocus()
    await user.keyboard('{Control>}z{/Control}')
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    expect(modal.getByLabelText('X (pt)')).toHaveValue(74)
    // Presses of one key in a row are one step.
    await user.click(modal.getByRole('button', { name: 'Undo' }))
    expect(modal.getByLabelText('X (pt)')).toHaveValue(72)
    expect(modal.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('given a field, when its numbers are typed, then it stays on its page @full', async () => {
    const { user, modal } = await openPlaceFields([placedField()])
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    await user.clear(modal.getByLabelText('X (pt)'))
    await user.type(modal.getByLabelText('X (pt)'), '900{Enter}')
    expect(modal.getByLabelText('X (pt)')).toHaveValue(420)
    await user.selectOptions(modal.getByLabelText('Page'), '2')
    expect(modal.getByRole('button', { name: 'Text City, page 2' })).toBeInTheDocument()
  })

  test('given fields, when one is moved up in the list, then the client fills it in first @full', async () => {
    const second = placedField({ id: id(71), label: 'State' })
    const { user, modal, puts } = await openPlaceFields([placedField(), second])
    await user.click(modal.getByRole('button', { name: 'Move Text State up' }))
    expect(modal.getByText('Text State is now 1 of 2.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.fields.map(({ label }) => label)).toEqual(['State', 'City'])
  })

  test('given a date field, when its binding is searched, then only dates of the record are offered @full', async () => {
    const { user, modal } = await openPlaceFields([
      placedField({ kind: 'date', label: 'Date signed', editable: false }),
    ])
    await user.click(modal.getByRole('button', { name: 'Date of signing Date signed, page 1' }))
    await user.click(modal.getByRole('button', { name: /^Prefill from Nothing \(day of signing/ }))
    expect(modal.getByRole('combobox', { name: 'Search the client record' })).toHaveFocus()
    await user.type(modal.getByRole('combobox', { name: 'Search the client record' }), 'birth spouse')
    const listbox = within(modal.getByRole('listbox', { name: 'Fields of the client record' }))
    expect(listbox.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Date of Birth'])
    await user.keyboard('{Escape}')
    expect(modal.queryByRole('combobox', { name: 'Search the client record' })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: /^Prefill from/ }))
    await user.type(modal.getByRole('combobox', { name: 'Search the client record' }), 'spouse{Enter}')

    expect(modal.getByRole('button', { name: 'Prefill from Spouse Information: Date of Birth' })).toHaveFocus()
  })

  test('given a save that the server refuses, when the error names a field, then it is shown at that field @full', async () => {
    const { user, modal } = await openPlaceFields([placedField(), placedField({ id: id(71), label: 'State' })])
    const details = [{ field: 'fields.1.binding', message: 'is not a field of the record' }]
    server.use(
      http.put(at(`global-forms/${letter.id}/fields`), () =>
        HttpResponse.json({ code: 'INVALID_INPUT', message: 'no', details }, { status: 400 }),
      ),
    )
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    await user.keyboard('{ArrowUp}')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('Please check the marked fields.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: /^Text State Page 1 · to be checked/ }))

    expect(modal.getByText('is not a field of the record')).toBeInTheDocument()
  })

  test('given a label that was emptied, when it is saved, then nothing is sent and the field says why @full', async () => {
    const { user, modal, puts } = await openPlaceFields([placedField()])
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    await user.clear(modal.getByLabelText('Label'))
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByText('Enter what the client is asked for.')).toBeInTheDocument()
    expect(puts).toEqual([])
  })

  test('given fields that someone else changed too, when they are saved, then the person chooses @full', async () => {
    const { user, modal, puts } = await openPlaceFields([placedField()])
    const theirs = [placedField({ x: 10 }), placedField({ id: id(72), kind: 'signature' })]
    const current = { success: true, fields: theirs, notes: [], version: 7 }
    server.use(
      http.put(
        at(`global-forms/${letter.id}/fields`),
        () => HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'no', current }, { status: 409 }),
        { once: true },
      ),
    )
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    await user.keyboard('{ArrowUp}')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Someone else changed the fields of this form' }))
    expect(question.getByText('2 fields: 1 Signature, 1 Text')).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts).toMatchObject([{ version: '"7"', fields: [{ y: 99 }] }])
  })

  test('given placed fields, when the session ends, then they are there after the next login @full', async () => {
    const { user, modal } = await openPlaceFields()
    modal.getByRole('button', { name: 'Checkbox' }).focus()
    await user.keyboard('{Enter}')
    await modal.findByRole('button', { name: 'Checkbox, page 1' })
    endLogin('expired')
    await screen.findByRole('button', { name: 'Login' })
    signIn()

    expect(await screen.findByRole('button', { name: 'Checkbox, page 1' })).toBeInTheDocument()
  })

  test('given placed fields, when the dialog is left, then only after a question @full', async () => {
    const { user, modal } = await openPlaceFields()
    modal.getByRole('button', { name: 'Signature' }).focus()
    await user.keyboard('{Enter}')
    await modal.findByRole('button', { name: 'Signature, page 1' })
    await user.click(modal.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))

    await closed()
    expect(await screen.findByRole('dialog', { name: 'Edit Form' })).toBeInTheDocument()
  })

  const three = () => [
    placedField(),
    placedField({ id: id(71), label: 'Street', x: 90, y: 200 }),
    placedField({ id: id(72), kind: 'signature', label: 'Signature', page: 1, y: 300 }),
  ]

  test('[OF-11] given two fields selected by the keyboard, when they are moved, aligned and undone, then both follow @full', async () => {
    const { user, modal, puts } = await openPlaceFields(three())
    modal.getByRole('button', { name: 'Text City, page 1' }).focus()
    await user.keyboard('{Shift>} {/Shift}')
    modal.getByRole('button', { name: 'Text Street, page 1' }).focus()
    expect(await modal.findByRole('heading', { name: '2 fields selected' })).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Text Street, page 1' })).toHaveFocus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await user.click(modal.getByRole('button', { name: 'Left' }))
    expect(modal.getByText('2 fields aligned: left.')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await closed()
    expect(puts[0]?.fields.map(({ x, y }) => [x, y])).toEqual([
      [82, 100],
      [82, 200],
      [72, 300],
    ])
  })

  test('[OF-11] given a page of fields, when they are copied to the next page by the keyboard, then they stand there @full', async () => {
    const { user, modal, puts } = await openPlaceFields(three())
    modal.getByRole('button', { name: 'Text City, page 1' }).focus()
    await user.keyboard('{Control>}ac{/Control}')
    expect(modal.getByText('2 fields copied.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Go to page 2, 1 field' }))
    await user.keyboard('{Control>}v{/Control}')
    expect(await modal.findByText('2 fields pasted.')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Go to page 2, 3 fields' })).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await closed()
    const places = puts[0]?.fields.map(({ label, page, x, y }) => [label, page, x, y])
    expect(places).toContainEqual(['City', 1, 72, 100])
    expect(places).toContainEqual(['Street', 1, 90, 200])
    expect(new Set(puts[0]?.fields.map((one) => one.id)).size).toBe(5)
  })

  test('[OF-11] given a field, when it is duplicated, then the copy stands beside it and Delete removes it', async () => {
    const { user, modal } = await openPlaceFields([placedField()])
    modal.getByRole('button', { name: 'Text City, page 1' }).focus()
    await user.keyboard('{Control>}d{/Control}')
    expect(modal.getAllByRole('button', { name: 'Text City, page 1' })).toHaveLength(2)
    expect(modal.getByLabelText('X (pt)')).toHaveValue(84)
    await user.keyboard('{Delete}')
    expect(modal.getAllByRole('button', { name: 'Text City, page 1' })).toHaveLength(1)
  })

  test('[OF-11] given a field whose check box or page was changed, when keys of the editor are pressed there, then they work @full', async () => {
    const { user, modal } = await openPlaceFields([placedField()])
    await user.click(modal.getByRole('button', { name: 'Text City, page 1' }))
    const required = modal.getByRole('checkbox', { name: 'Required' })
    await user.click(required)
    expect(required).toHaveFocus()
    await user.keyboard('{Control>}z{/Control}')
    expect(required).not.toBeChecked()
    await user.selectOptions(modal.getByRole('combobox', { name: 'Page' }), '2')
    expect(modal.getByRole('button', { name: 'Text City, page 2' })).toBeInTheDocument()
    modal.getByRole('combobox', { name: 'Page' }).focus()
    await user.keyboard('{Control>}z{/Control}')
    expect(modal.getByRole('button', { name: 'Text City, page 1' })).toBeInTheDocument()
  })

  test('[OF-11] given several selected fields, when Delete is pressed, then all are removed in one step @full', async () => {
    const { user, modal } = await openPlaceFields(three())
    modal.getByRole('button', { name: 'Text City, page 1' }).focus()
    await user.keyboard('{Control>}a{/Control}{Delete}')
    expect(modal.getByText('2 fields removed.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Undo' }))
    expect(modal.getAllByRole('button', { name: /^Text .+, page 1$/ })).toHaveLength(2)
    await user.click(modal.getByRole('button', { name: 'Redo' }))
    expect(modal.queryByRole('button', { name: /^Text .+, page 1$/ })).not.toBeInTheDocument()
  })

  test('[OF-11] given pages, when they are zoomed by keys, then in steps from 25 to 400 %, and 0 fits them again @full', async () => {
    const { user, modal } = await openPlaceFields()
    expect(modal.getByText('Fit', { selector: '[role=status]' })).toBeInTheDocument()
    await user.keyboard('+')
    expect(modal.getByText('125%')).toBeInTheDocument()
    await user.keyboard('++++')
    expect(modal.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
    expect(modal.getByText('400%')).toBeInTheDocument()
    await user.keyboard('----------')
    expect(modal.getByText('25%')).toBeInTheDocument()
    await user.keyboard('0')
    expect(modal.queryByText('25%')).not.toBeInTheDocument()
    expect(modal.getByText('Page 1 of 2')).toBeInTheDocument()
  })
})
