import {
  richTextAlignments,
  richTextAttributes,
  richTextLinkRel,
  richTextLinkTarget,
  richTextSchemes,
  richTextTags,
} from '@agency/contract/rich-text'
import { describe, expect, it } from 'vitest'
import { findUnsafeMarkup } from '../../../test/unsafe-markup.ts'
import { sanitizeRichText } from './sanitize-rich-text.ts'

describe('the allow-list of rich text', () => {
  it.each([
    '<p><a href="mailto:ana@example.com" rel="noopener noreferrer" target="_blank">e-mail</a> or <a href="tel:+13055550100" rel="noopener noreferrer">phone</a></p>',
    '<ol><li><p data-align="right">one <a href="https://example.com/" rel="noopener noreferrer">link</a></p></li></ol>',
  ])('given what the list allows, when sanitised, then it stays as it is: %s', (html) => {
    expect(sanitizeRichText(html)).toBe(html)
    expect(findUnsafeMarkup(html)).toEqual([])
  })

  it.each([
    [
      '<p><b>bold</b> <i>italic</i> <strike>one</strike> <del>two</del></p>',
      '<p><strong>bold</strong> <em>italic</em> <s>one</s> <s>two</s></p>',
    ],
    ['<p style="color: red; text-align: center">middle</p>', '<p data-align="center">middle</p>'],
    ['<p data-align="start">a</p>', '<p>a</p>'],
    ['<h1>Title</h1><blockquote>quoted</blockquote>', '<p>Title</p><p>quoted</p>'],
    ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['<div><div style="text-align:right">a</div><div><p>b</p></div></div>', '<p data-align="right">a</p><p>b</p>'],
    ['<div>a<div>b</div></div>', '<p>a</p><p>b</p>'],
    ['<ul><li><div>one</div></li></ul>', '<ul><li><p>one</p></li></ul>'],
    [
      '<table><tbody><tr><td>Plan</td><td>Premium</td></tr><tr><td>Oscar</td><td></td><td>$474</td></tr></tbody></table>',
      '<p>Plan · Premium</p><p>Oscar ·  · $474</p>',
    ],
    [
      '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span> <span style="font-style:italic">it</span></p></b>',
      '<p><strong>Bold</strong> <em>it</em></p>',
    ],
    ['<a href="ftp://example.com/">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['<a href="/clients" target="_top">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['<a href="tel:+1 305&quot;5">a</a>', '<a href="tel:+1%20305%225" rel="noopener noreferrer">a</a>'],
  ])('given other HTML, when sanitised, then its meaning stays and the rest is dropped: %s', (html, clean) => {
    expect(sanitizeRichText(html)).toBe(clean)
    expect(findUnsafeMarkup(clean)).toEqual([])
  })

  it('given the list of the contract, when each tag with its attributes is sanitised, then it stays', () => {
    const example: Record<string, string> = {
      'data-align': richTextAlignments[0],
      href: `${richTextSchemes[0]}://example.com/`,
      rel: richTextLinkRel,
      target: richTextLinkTarget,
    }
    for (const tag of richTextTags) {
      const attributes = (richTextAttributes[tag] ?? []).map((name) => ` ${name}="${example[name]}"`).join('')
      const html = tag === 'br' ? 'a<br />b' : `<${tag}${attributes}>a</${tag}>`
      expect(sanitizeRichText(html)).toBe(html)
    }
  })
})
