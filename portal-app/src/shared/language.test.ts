import { describe, expect, test } from 'vitest'
import { languageOfBrowser } from './language.ts'

describe('languageOfBrowser', () => {
  test.each([
    [['es-MX', 'en'], 'es'],
    [['fr-FR', 'pt-BR'], 'pt'],
    [['de'], 'en'],
    [[], 'en'],
  ])('given a browser that asks for %j, when the portal starts, then it speaks %s', (preferred, language) => {
    expect(languageOfBrowser(preferred)).toBe(language)
  })
})
