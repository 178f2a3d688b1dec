import type { FormField } from '@agency/contract/form-fields'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id } from '../../../testing/fixtures'
import { letter, openPlaceFields, placedField } from '../../../testing/place-fields'
import { signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const signature = placedField({ id: id(81), kind: 'signature', label: 'Client signature', y: 300, required: true })
const date = placedField({ id: id(82), kind: 'date', label: 'Date', x: 300, y: 300 })
const witness = placedField({ id: id(83), kind: 'signature', label: 'Witness', y: 400, for: 'witness' })

/** Serves proposals for the letter, and counts how often they are asked for. */
function propose(fields: readonly FormField[]) {
  const asked = { count: 0 }
  server.use(
    http.get(at(`global-forms/${letter.id}/proposed-fields`), () => {
      asked.count += 1
      return HttpResponse.json({ success: true, fields })
    }),
  )
  return asked
}

beforeEach(() => {
  signIn()
})

describe('fields found on the pages', () => {
  test('given a PDF without fields, when all are accepted with one press, then they are fields of the edit, undone in one step, and saved @full', async () => {
    propose([signature, date, witness])
    const { user, modal, puts } = await openPlaceFields()
    expect(await modal.findByText('3 fields found on the pages')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Accept all' }))
    expect(modal.getByText('3 fields accepted.')).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: 'Accept all' })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Undo' }))
    expect(modal.getByText('3 fields found on the pages')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Accept all' }))
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(puts[0]?.fields).toEqual([signature, date, witness]))
  })

  test('given proposals on a page, when one is accepted and one dismissed by the keyboard there, then only the first is a field @full', async () => {
    propose([signature, witness])
    const { user, modal, puts } = await openPlaceFields()
    const onPage = await modal.findByRole('button', { name: 'Accept Signature Client signature here, page 1' })
    onPage.focus()
    await user.keyboard('{Enter}')
    expect(modal.getByRole('button', { name: 'Signature Client signature, page 1' })).toHaveFocus()
    modal.getByRole('button', { name: 'Accept Signature Witness here, page 1, for: Witness' }).focus()
    await user.keyboard('{Delete}')
    expect(modal.getByText('1 field dismissed.')).toBeInTheDocument()
    expect(modal.getByText('No further fields found on the pages.')).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(puts[0]?.fields).toEqual([signature]))
  })

  test('given the list, when proposals are accepted and dismissed in turn, then the focus goes to the next one @full', async () => {
    propose([signature, date, witness])
    const { user, modal } = await openPlaceFields()
    await user.click(await modal.findByRole('button', { name: 'Accept Signature Client signature, page 1' }))
    const next = modal.getByRole('button', { name: 'Accept Date of signing Date, page 1' })
    expect(next).toHaveFocus()
    await user.click(modal.getByRole('button', { name: 'Dismiss Date of signing Date, page 1' }))
    expect(modal.getByRole('button', { name: 'Accept Signature Witness, page 1' })).toHaveFocus()
    expect(modal.getByText('1 field found on the pages')).toBeInTheDocument()
  })

  test('given fields that are placed, when opened, then the pages are searched only when asked, and nothing is proposed over them @full', async () => {
    const asked = propose([signature, date])
    const { user, modal } = await openPlaceFields([placedField({ y: 305, label: 'Mine' })])
    expect(asked.count).toBe(0)
    await user.click(modal.getByRole('button', { name: 'Find fields' }))
    expect(await modal.findByText('1 field found on the pages')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Accept Date of signing Date, page 1' })).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: /Client signature/ })).not.toBeInTheDocument()
  })

  test('given pages that cannot be searched, when tried again, then the fields are found @full', async () => {
    server.use(
      http.get(at(`global-forms/${letter.id}/proposed-fields`), () => HttpResponse.json({}, { status: 400 }), {
        once: true,
      }),
    )
    const { user, modal } = await openPlaceFields()
    await modal.findByText('The pages could not be searched.')
    propose([signature])
    await user.click(modal.getByRole('button', { name: /again/i }))
    expect(await screen.findByText('1 field found on the pages')).toBeInTheDocument()
  })
})
