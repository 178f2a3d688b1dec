import { describe, expect, test } from 'vitest'
import { environment } from '../testing/render-app'
import { readEnvironment } from './environment'

function page(settings: string): Document {
  const html = `<script type="application/json" id="env">${settings}</script>`
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('readEnvironment', () => {
  test('given complete settings, when they are read, then they are returned', () => {
    expect(readEnvironment(page(JSON.stringify(environment)))).toEqual(environment)
  })

  test('given a page without settings, or with wrong ones, when they are read, then the error says so', () => {
    expect(() => readEnvironment(new Document())).toThrow('no <script id="env">')
    expect(() => readEnvironment(page('{}'))).toThrow('apiBase must be a text')
  })
})
