import { expect, test } from 'vitest'
import { withoutStyleAttributes } from './style-attributes.ts'

test.each([
  ['double quotes', '<p style="text-align: right">a</p>', '<p data-align="right">a</p>'],
  [
    'single quotes',
    "<p class='x' style='color:red;text-align:CENTER;'>a</p>",
    '<p class=\'x\' data-align="center">a</p>',
  ],
  ['no quotes', '<p style=text-align:justify>a</p>', '<p data-align="justify">a</p>'],
  ['no alignment', '<span style="font-weight: 700">a</span>', '<span>a</span>'],
  ['a > inside a value', '<p title="a>b" style="text-align:left">a</p>', '<p title="a>b" data-align="left">a</p>'],
  ['another property of that name', '<p style="-x-text-align: right">a</p>', '<p>a</p>'],
  ['words about style in the text', '<p>a style="x" b < c</p>', '<p>a style="x" b < c</p>'],
])('given %s, when cleaned, then only the alignment is left', (_, html, expected) => {
  expect(withoutStyleAttributes(html)).toBe(expected)
})
