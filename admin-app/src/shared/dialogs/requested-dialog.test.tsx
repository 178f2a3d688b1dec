import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useRequestedDialog } from './requested-dialog'

function Page() {
  const [dialog, request] = useRequestedDialog()
  const navigate = useNavigate()
  return (
    <>
      <p>{dialog?.name ?? 'none'}</p>
      <button type="button" onClick={() => request({ name: 'invite' })}>
        Open
      </button>
      <button type="button" onClick={() => navigate('/other')}>
        Leave
      </button>
    </>
  )
}

function Other() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

test('given an open dialog, when its page is left and come back to, then it is closed, and opens again when it is asked for', async () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Page />} />
        <Route path="/other" element={<Other />} />
      </Routes>
    </MemoryRouter>,
  )
  await press('Open')
  expect(screen.getByText('invite')).toBeInTheDocument()
  await press('Leave')
  await press('Back')
  expect(screen.getByText('none')).toBeInTheDocument()
  await press('Open')
  expect(screen.getByText('invite')).toBeInTheDocument()
})
