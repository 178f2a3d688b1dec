import { readdirSync, readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { parameters, placeholders } from './parameters.ts'

const folder = (name: string) => new URL(`../${name}/`, import.meta.url)
const catalogues = readdirSync(folder('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name) && !['node_modules', 'src'].includes(entry.name))
  .map(({ name }) => name)
const read = (catalogue: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder(catalogue)), 'utf8'))
const expected = new Map<string, readonly string[]>(Object.entries(parameters))
const ofMessages = new Map<string, readonly string[]>(Object.entries(placeholders))
const sent = new Set(['subject', 'body', 'text'])

/** The names of a compiled message's parameters, those inside plurals too. */
function namesIn(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return []
  return tokens.flatMap((token) => {
    if (!Array.isArray(token)) return []
    const [name, , cases] = token
    return [String(name), ...Object.values(cases ?? {}).flatMap(namesIn)]
  })
}

describe.each(catalogues)('%s', (catalogue) => {
  const english = read(catalogue, 'en')
  const known = ofMessages.get(catalogue)
  test.each(['en', 'es', 'pt'])(
    'given %s, when it is read, then it says everything with the right parameters',
    (language) => {
      const texts = read(catalogue, language)
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
      expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([])
      const named = Object.entries(texts).map(([id, text]) => [
        id,
        [...new Set(namesIn(compileMessageOrThrow(text)))].sort(),
      ])
      const ofMessage = (id: unknown) => known !== undefined && sent.has(String(id))
      const taken = named.filter(([id]) => !ofMessage(id))
      expect(taken).toEqual(taken.map(([id]) => [id, [...(expected.get(String(id)) ?? [])].sort()]))
      const inMessage = named.filter(([id]) => ofMessage(id)).flatMap(([, names]) => names)
      expect(inMessage.filter((name) => name !== 'agency' && !known?.includes(String(name)))).toEqual([])
    },
  )
})
