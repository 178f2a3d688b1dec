import { richTextAlignments, richTextSchemes, richTextTags } from '@agency/contract/rich-text'
import { RichText } from '@agency/shared-ui/RichText'
import { render, screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RichTextView } from './rich-text-view'

/** A note that holds everything of the allow-list. */
const links = richTextSchemes.map(
  (scheme) => `<a href="${scheme}:${scheme.startsWith('http') ? '//example.com/' : '1'}">${scheme}</a>`,
)
const paragraphs = richTextAlignments.map((side) => `<p data-align="${side}">${side}</p>`)
const note = `${paragraphs.join('')}<p><strong>a</strong><em>b</em><u>c</u><s>d</s><br>e ${links.join(' ')}</p><ul><li><p>f</p></li></ul><ol><li><p>g</p></li></ol>`

const shapeOf = (root: Element | null) =>
  [...(root?.querySelectorAll(richTextTags.join(',')) ?? [])].map((element) => [
    element.localName,
    element.textContent,
    element.getAttribute('href'),
    element.getAttribute('data-align'),
  ])

describe('the allow-list of rich text', () => {
  test('given a note that holds all of it, when it is viewed and edited, then nothing is lost', () => {
    const { container } = render(<RichTextView html={note} />)
    const shape = shapeOf(container)
    expect(new Set(shape.map(([name]) => name))).toEqual(new Set(richTextTags))
    expect(shape.map(([, , href]) => href).filter(Boolean)).toHaveLength(richTextSchemes.length)

    render(<RichText label="Notes" value={note} onChange={() => undefined} />)
    expect(shapeOf(screen.getByRole('textbox', { name: 'Notes' }))).toEqual(shape)
  })

  test('given a link, when it is viewed, then it opens in a new tab without an opener', () => {
    render(<RichTextView html={'<p><a href="https://example.com/">the plan</a></p>'} />)
    const link = screen.getByRole('link', { name: 'the plan' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('given a browser without URL.canParse, such as Safari 16, when a link is viewed and edited, then it stays', () => {
    const { canParse } = URL
    Reflect.deleteProperty(URL, 'canParse')
    onTestFinished(() => {
      URL.canParse = canParse
    })
    const html = '<p><a href="https://example.com/">the plan</a></p>'
    render(<RichTextView html={html} />)
    expect(screen.getByRole('link', { name: 'the plan' })).toBeInTheDocument()
    render(<RichText label="Notes" value={html} onChange={() => undefined} />)
    expect(screen.getAllByRole('link', { name: 'the plan' })).toHaveLength(2)
  })

  test.each(['javascript:alert(1)', '/clients', '//example.com', ''])(
    'given a link to "%s", when it is viewed, then only its text is left',
    (address) => {
      render(<RichTextView html={`<p><a href="${address}">the plan</a></p>`} />)
      expect(screen.getByText('the plan')).toBeInTheDocument()
      expect(screen.queryByRole('link')).toBeNull()
    },
  )

  test('given older spellings and foreign markup, when it is viewed, then tags of the list and plain text are left', () => {
    const { container } = render(
      <RichTextView
        html={
          '<h1>Title</h1><script>alert(1)</script><p style="text-align: right" onclick="x()"><b>bold</b> <del>gone</del></p>'
        }
      />,
    )
    expect(container.querySelector('h1, script, b, del, [onclick], [style]')).toBeNull()
    expect(container).toHaveTextContent('Titlebold gone')
    expect(container.querySelector('p')).toHaveAttribute('data-align', 'right')
  })
})
