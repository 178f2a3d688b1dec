import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance[] = []

beforeEach(() => {
  complaints = [
    vi.spyOn(console, 'error').mockImplementation(() => undefined),
    vi.spyOn(console, 'warn').mockImplementation(() => undefined),
  ]
})

// What React, Radix or the editor has to complain about is a fault of ours.
afterEach(() => {
  cleanup()
  for (const complaint of complaints) {
    expect(complaint.mock.calls).toEqual([])
    complaint.mockRestore()
  }
})

// jsdom lays nothing out, but the editor asks where the cursor is in order to scroll to it.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() })
