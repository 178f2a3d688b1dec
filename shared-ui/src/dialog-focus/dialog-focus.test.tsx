import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { Modal } from '../modal/modal.tsx'

function Chain() {
  const [step, setStep] = useState<'none' | 'first' | 'second'>('none')
  return (
    <>
      <button type="button" onClick={() => setStep('first')}>
        Add Document
      </button>
      <Modal open={step === 'first'} onOpenChange={() => setStep('none')} title="Select From Existing">
        <button type="button" onClick={() => setStep('second')}>
          Create New Form
        </button>
      </Modal>
      <Modal open={step === 'second'} onOpenChange={() => setStep('none')} title="Create New Document">
        <input aria-label="Title" />
      </Modal>
    </>
  )
}

test('given a modal that replaced another, when it closes, then the opener of the first one has the focus again', async () => {
  render(<Chain />)
  await userEvent.click(screen.getByRole('button', { name: 'Add Document' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create New Form' }))
  expect(screen.getByLabelText('Title')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Document' })).toHaveFocus())
})

function Stack() {
  const [lower, setLower] = useState(false)
  const [upper, setUpper] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setLower(true)}>
        Add Document
      </button>
      <Modal open={lower} onOpenChange={setLower} title="Lower">
        <button type="button" onClick={() => setUpper(true)}>
          More
        </button>
      </Modal>
      <Modal open={upper} onOpenChange={setUpper} title="Upper">
        <button type="button" onClick={() => setLower(false)}>
          Close the lower
        </button>
      </Modal>
    </>
  )
}

test('given a modal over another that closes first, when it closes, then the opener of the lower one has the focus again', async () => {
  render(<Stack />)
  await userEvent.click(screen.getByRole('button', { name: 'Add Document' }))
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close the lower' }))
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Upper')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Document' })).toHaveFocus())
})

function NextEditor() {
  const [step, setStep] = useState<'first' | 'question' | 'second'>('first')
  return (
    <>
      <button type="button" onClick={() => setStep('question')}>
        Change Email
      </button>
      <Modal open={step === 'question'} onOpenChange={() => setStep('first')} title="Discard your changes?">
        <button type="button" onClick={() => setStep('second')}>
          Discard
        </button>
      </Modal>
      {step === 'second' && <Editor />}
    </>
  )
}

/** Takes the focus in an effect, after the focus trap of the dialog is gone. */
function Editor() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return <input ref={input} aria-label="Email" />
}

test('given a question whose answer opens an editor, when it closes, then the editor keeps the focus', async () => {
  render(<NextEditor />)
  await userEvent.click(screen.getByRole('button', { name: 'Change Email' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  // Radix restores the focus in a task of its own.
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

function Pages() {
  const [page, setPage] = useState<'first' | 'second'>('first')
  const [open, setOpen] = useState(true)
  if (page === 'first')
    return (
      <button type="button" onClick={() => setPage('second')}>
        Add Client
      </button>
    )
  return (
    <>
      <h1 tabIndex={-1}>Clients</h1>
      <Modal open={open} onOpenChange={setOpen} title="Add Client">
        <input aria-label="First Name" />
      </Modal>
    </>
  )
}

test('given a modal that came with another page, when it closes, then the heading of that page has the focus', async () => {
  render(<Pages />)
  await userEvent.click(screen.getByRole('button', { name: 'Add Client' }))
  expect(screen.getByLabelText('First Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Clients' })).toHaveFocus())
})
