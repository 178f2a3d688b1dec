import { takeWorker } from '@agency/pdf-viewer/prepared-pdf'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { form, serveSession } from '../../testing/backend.ts'
import { fakeTimeouts } from '../../testing/fake-timeouts.ts'
import { renderSession } from '../../testing/render-portal.tsx'

const startWorker = vi.fn()

/** A worker of the browser, which jsdom lacks. */
class FakeWorker extends EventTarget {
  terminate = vi.fn()
  constructor(address: string) {
    super()
    startWorker(address)
  }
}

beforeEach(() => {
  startWorker.mockClear()
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  takeWorker()
  Reflect.deleteProperty(navigator, 'connection')
})

const line = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

async function showList(given: Parameters<typeof form>[0]): Promise<HTMLElement> {
  const pass = fakeTimeouts()
  serveSession([form(given)])
  renderSession('/dashboard')
  const link = await screen.findByRole('link', { name: /Document a/ })
  await pass(1_000)
  return link
}

test('given a list with a PDF, when it is read, then the worker of pdf.js is started before the PDF is opened', async () => {
  line({ saveData: false, effectiveType: '4g' })
  await showList({ id: 'a' })

  expect(startWorker).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/pdf\.worker\.js$/))
})

test.each([
  ['who saves data', { saveData: true, effectiveType: '4g' }],
  ['whose line is very slow', { saveData: false, effectiveType: 'slow-2g' }],
])(
  'given a client %s, when the list is read, then it is started only when the PDF is tapped',
  async (_who, connection) => {
    line(connection)
    const link = await showList({ id: 'a' })
    expect(startWorker).not.toHaveBeenCalled()

    fireEvent.pointerUp(link)

    expect(startWorker).toHaveBeenCalledOnce()
  },
)

test('given a list of links alone, when it is read and one is tapped, then no worker is started', async () => {
  const link = await showList({ id: 'a', type: 'Link', has_file: false })

  fireEvent.pointerUp(link)

  expect(startWorker).not.toHaveBeenCalled()
})
