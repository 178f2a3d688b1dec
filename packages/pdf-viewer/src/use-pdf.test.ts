// @vitest-environment jsdom
import { configure, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPdf } from './pdf-document.ts'
import { usePdf } from './use-pdf.ts'

// The default second is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

vi.mock('./pdf-document.ts', async () => (await import('./testing/fake-pdf.ts')).fakePdf())

const blob = new Blob(['%PDF'])

test('given a PDF, when the component unmounts, then the PDF is closed', async () => {
  const close = vi.fn()
  vi.mocked(openPdf).mockResolvedValueOnce({ pages: [], close })
  const { result, unmount } = renderHook(() => usePdf(blob))
  expect(result.current).toBe('opening')
  await waitFor(() => expect(result.current).toEqual({ pages: [], close }))

  unmount()

  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

test.each([
  ['is protected by a password', Object.assign(new Error('x'), { name: 'PasswordException' }), 'locked'],
  ['can’t be read', new Error('x'), 'broken'],
])('given a PDF that %s, when it is opened, then the state says so', async (_case, error, state) => {
  vi.mocked(openPdf).mockRejectedValueOnce(error)
  const { result } = renderHook(() => usePdf(blob))

  await waitFor(() => expect(result.current).toBe(state))
})
