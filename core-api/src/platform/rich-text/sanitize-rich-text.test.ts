import { describe, expect, it } from 'vitest'
import { attackStrings } from '../../../test/attack-strings.ts'
import { findUnsafeMarkup } from '../../../test/unsafe-markup.ts'
import { sanitizeRichText } from './sanitize-rich-text.ts'

describe('rich text', () => {
  it('given each attack string, when sanitised, then it is harmless, and sanitised again nothing changes any more @full', () => {
    for (const text of attackStrings) {
      const clean = sanitizeRichText(text)
      expect(findUnsafeMarkup(clean ?? ''), text.slice(0, 80)).toEqual([])
      expect(clean === null ? null : sanitizeRichText(clean)).toBe(clean)
    }
  })

  it.each([
    '<p>plain, <strong>bold</strong>, <em>italic</em>, <u>underlined</u>, <s>struck</s></p>',
    '<p data-align="center">middle</p><p data-align="justify">wide</p>',
    '<ul><li><p>one</p><ol><li><p>two</p></li></ol></li></ul>',
    '<p><a href="https://example.com/a?b=1&amp;c=2#d" rel="noopener noreferrer">a link</a><br />next line</p>',
    '<p>a &lt; b &amp; c, “São João”, 漢字 🙂</p>',
  ])('given what the editor makes, when sanitised, then it stays as it is: %s', (html) => {
    expect(sanitizeRichText(html)).toBe(html)
    expect(findUnsafeMarkup(html)).toEqual([])
  })

  it('given text with signs that are no markup, when sanitised, then every word stays', () => {
    expect(sanitizeRichText('<p>a < b & c > d</p>')).toBe('<p>a &lt; b &amp; c &gt; d</p>')
  })

  it('given a judge, when shown what is harmful, then it says so', () => {
    for (const html of [
      '<img src=x>',
      '<p onclick=x>',
      '<a href="javascript:x" rel="noopener noreferrer">',
      '<a href="/x">',
    ])
      expect(findUnsafeMarkup(html)).not.toEqual([])
  })
})
