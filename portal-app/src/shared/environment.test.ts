import { describe, expect, test } from 'vitest'
import { testEnvironment } from '../testing/page-environment.ts'
import { parseEnvironment } from './environment.ts'

describe('parseEnvironment', () => {
  test('[AP-10] given settings from the server, when they are read, then they have the base address of the API', () => {
    const given = { ...testEnvironment, apiBase: 'https://api.example.com' }

    expect(parseEnvironment(JSON.stringify(given))).toEqual(given)
  })

  test('given several invalid settings, when they are read, then the error names all of them', () => {
    const given = { ...testEnvironment, apiBase: 7, agency: { ...testEnvironment.agency, phone: undefined } }

    expect(() => parseEnvironment(JSON.stringify(given))).toThrow('apiBase must be a text; agency.phone must be a text')
  })
})
