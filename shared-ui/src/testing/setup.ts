import '@testing-library/jest-dom/vitest'
import '../../host/short-errors.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// The default second is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

let complaints: MockInstance[] = []

beforeEach(() => {
  complaints = [
    vi.spyOn(console, 'error').mockImplementation(() => undefined),
    vi.spyOn(console, 'warn').mockImplementation(() => undefined),
  ]
})

// A warning of React, Radix or the editor fails the test.
afterEach(() => {
  cleanup()
  for (const complaint of complaints) {
    expect(complaint.mock.calls).toEqual([])
    complaint.mockRestore()
  }
})

// jsdom has no layout, but the editor reads the position of the cursor to scroll to it.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() })
