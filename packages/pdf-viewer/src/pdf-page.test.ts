// @vitest-environment jsdom
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { createElement, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PdfPage } from './pdf-document.ts'
import { PdfPageContent } from './pdf-page.tsx'

// The default second is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

type Report = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void
let setNear: (isNear: boolean) => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: Report) {
        setNear = (isIntersecting) => act(() => report([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function pageWith(done: () => Promise<void>) {
  return {
    number: 1,
    width: 600,
    ratio: 1.3,
    draw: vi.fn(() => ({ done: done(), cancel: vi.fn() })),
    release: vi.fn(),
    text: async () => 'Words',
    words: async () => [],
  } satisfies PdfPage
}

interface FramedProps {
  readonly page: PdfPage
  readonly onDrawing?: (state: string) => void
}

function Framed({ page, onDrawing }: FramedProps) {
  const frame = useRef<HTMLDivElement>(null)
  const failure = (retry: () => void) => createElement('button', { type: 'button', onClick: retry }, 'Try again')
  const content = createElement(PdfPageContent, {
    page,
    frame,
    width: 300,
    imagePageText: 'A picture',
    failure,
    ...(onDrawing ? { onDrawing } : {}),
  })
  return createElement('div', { ref: frame }, content)
}

test('given a drawn page, when it leaves the view, then its images and its canvas are freed', async () => {
  const page = pageWith(() => Promise.resolve())
  const { container } = render(createElement(Framed, { page }))
  await screen.findByText('Words')
  setNear(true)
  const canvas = container.querySelector('canvas')
  expect(canvas?.width).toBeGreaterThan(0)
  expect(page.release).not.toHaveBeenCalled()

  setNear(false)

  expect(page.release).toHaveBeenCalledOnce()
  expect(canvas?.width).toBe(0)
})

test('given a drawing that fails, when it is retried, then the page is drawn again, and each outcome is reported', async () => {
  let isBroken = true
  const page = pageWith(() => (isBroken ? Promise.reject(new Error('no memory')) : Promise.resolve()))
  const states: string[] = []
  render(createElement(Framed, { page, onDrawing: (state) => states.push(state) }))
  setNear(true)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  act(() => retry.click())

  await vi.waitFor(() => expect(states.at(-1)).toBe('drawn'), { timeout: 20_000 })
  expect(states[0]).toBe('failed')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
