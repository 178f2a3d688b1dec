import { describe, expect, test } from 'vitest'
import { generatePasscode, suggestPasscode } from './passcode'

describe('suggestPasscode', () => {
  test.each([
    [{ client_last_name: 'Alvarez', primary_phone: '(305) 555-0187' }, 'alvarez0187'],
    [{ client_last_name: 'O’Néil', primary_phone: '786‑555‑0001 ext 4' }, 'o’néil0001'],
    [{ client_last_name: ' ', primary_phone: '13055550187' }, 'client0187'],
    [{ client_last_name: null, primary_phone: '187' }, 'client2026'],
    [{ client_last_name: 'Diaz', primary_phone: null }, 'diaz2026'],
  ])('[SE-02] given %o, when a passcode is suggested, then it is %s', (client, expected) => {
    expect(suggestPasscode(client, 2026)).toBe(expected)
  })
})

describe('generatePasscode', () => {
  test('given many generated passcodes, when they are compared, then each is readable and all differ', () => {
    const passcodes = Array.from({ length: 200 }, generatePasscode)

    for (const passcode of passcodes)
      expect(passcode).toMatch(/^[2-9b-df-hjkmnp-tv-xz]{4}(-[2-9b-df-hjkmnp-tv-xz]{4}){2}$/)
    expect(new Set(passcodes).size).toBe(200)
  })
})
