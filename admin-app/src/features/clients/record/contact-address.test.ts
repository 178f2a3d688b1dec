import { expect, test } from 'vitest'
import { contactAddress } from './contact-address'

test.each([
  ['phone', '3055550187', 'tel:+13055550187'],
  ['phone', '1 (305) 555-0187', 'tel:+13055550187'],
  ['phone', '+44 20 7946 0958', 'tel:+442079460958'],
  ['phone', '555-0149', 'tel:5550149'],
  ['phone', 'ask Carlos', null],
  ['phone', '305-555-0187 ext. 12', 'tel:+13055550187;ext=12'],
  ['phone', '305 555 01999', null],
  ['email', 'ana@example.com', 'mailto:ana@example.com'],
  ['email', 'a&b?c@example.com', 'mailto:a%26b%3Fc@example.com'],
  ['email', 'ana@example.com, luis@example.com', null],
  ['email', 'none', null],
  ['text', '3055550187', null],
] as const)('given the %s %s, when it is linked, then to %s', (kind, value, address) => {
  expect(contactAddress(kind, value)).toBe(address)
})
