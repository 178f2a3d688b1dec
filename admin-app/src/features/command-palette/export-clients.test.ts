import { expect, test } from 'vitest'
import { listed } from '../../testing/fixtures'
import { csvOf } from './export-clients'

test('given names with quotes, commas and a formula, when the list is exported, then each is one cell of text', () => {
  const client = { ...listed(), client_first_name: '=HYPERLINK("x")', client_last_name: 'King, Jr.' }
  const [heading, row, end] = csvOf([{ ...client, primary_phone: '3055550147', owner_name: null }]).split('\r\n')
  expect(heading).toMatch(/^\ufeff"First","Last",/)
  expect(row).toContain('"\'=HYPERLINK(""x"")","King, Jr.",')
  expect(row).toContain('"305-555-0147"')
  expect(end).toBe('')
})
