import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './browser-storage'

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe.each([['local'], ['session']] as const)('%s storage', (kind) => {
  test('given a value, when it is stored and removed, then it is read until then', () => {
    expect(writeStored(kind, 'key', 'value')).toBe(true)
    expect(readStored(kind, 'key')).toBe('value')
    expect(writeStored(kind, 'key', null)).toBe(true)
    expect(readStored(kind, 'key')).toBeNull()
  })

  test('given a browser that blocks site data, when a value is read and stored, then there is none, and nothing is thrown', () => {
    vi.spyOn(window, `${kind}Storage`, 'get').mockImplementation(denied)
    expect(readStored(kind, 'key')).toBeNull()
    expect(writeStored(kind, 'key', 'value')).toBe(false)
  })
})
