import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { form, serveSession } from '../../testing/backend.ts'
import { fakeTimeouts } from '../../testing/fake-timeouts.ts'
import { renderSession } from '../../testing/render-portal.tsx'

/** The text above an element: a change in it moves the element. */
function textBefore(element: HTMLElement): string {
  const range = document.createRange()
  range.setStart(document.body, 0)
  range.setEndBefore(element)
  return range.toString()
}

const pressable = () =>
  [...document.querySelectorAll('main :is(a, button)')].map((control) => control.textContent?.trim())

const sealed = { status: 'completed', sealed_sha256: 'a'.repeat(64) } as const

test('given a signed document, when its seal comes, then nothing above Next document changes, and the download comes behind it', async () => {
  const advance = fakeTimeouts()
  const backend = serveSession([form({ id: 'a', status: 'signed' }), form({ id: 'b' })])
  renderSession('/form/a')
  const next = await screen.findByRole('link', { name: 'Next document' })
  expect(screen.getByText(/Your signed copy is being prepared/)).toBeInTheDocument()
  const [before, controls] = [textBefore(next), pressable()]
  backend.forms = backend.forms.map((kept) => (kept.id === 'a' ? { ...kept, ...sealed } : kept))
  await advance(1_500)
  await screen.findByRole('button', { name: 'Download' })

  expect(textBefore(next)).toBe(before)
  expect(pressable().slice(0, controls.length)).toEqual(controls)
})

test('given two signed documents, when the seal of the second comes, then the download of all comes behind that of the first', async () => {
  const advance = fakeTimeouts()
  const backend = serveSession([form({ id: 'a', ...sealed }), form({ id: 'b', status: 'signed' })])
  renderSession('/form/a')
  await screen.findByRole('button', { name: 'Download' })
  const controls = pressable()
  backend.forms = backend.forms.map((kept) => ({ ...kept, ...sealed }))
  await advance(1_500)
  await screen.findByRole('button', { name: 'Download all documents' })

  expect(pressable().slice(0, controls.length)).toEqual(controls)
})

test('given the last document is signed, when it is done, then what was signed and read, when the copies come, and whom to call', async () => {
  serveSession([
    form({ id: 'a', title: 'Application', ...sealed }),
    form({ id: 'b', title: 'Notice', requires_signature: false, status: 'completed' }),
    form({ id: 'c', title: 'Old plan', status: 'completed', status_set_at: '2026-11-22T10:00:00Z' }),
  ])
  renderSession('/form/a')
  const signed = await screen.findByRole('heading', { name: 'What you signed' })
  expect(signed.parentElement).toHaveTextContent(/Application$/)
  expect(screen.getByRole('heading', { name: 'What you read' }).parentElement).toHaveTextContent(/Notice$/)
  expect(screen.queryByText('Old plan')).not.toBeInTheDocument()
  expect(screen.getByText(/usually ready within a minute/)).toBeInTheDocument()
  expect(screen.getByText(/Need help\? Call us:/)).toBeInTheDocument()
})
