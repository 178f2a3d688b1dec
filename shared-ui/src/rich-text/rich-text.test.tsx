import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { violations } from '../testing/accessibility.ts'
import { RichText, type RichTextProps } from './rich-text.tsx'

function Notes({ start = '', onChange, ...props }: { start?: string } & Partial<RichTextProps>) {
  const [value, setValue] = useState(start)
  function change(html: string) {
    setValue(html)
    onChange?.(html)
  }
  return (
    <>
      <RichText label="Notes" {...props} value={value} onChange={change} />
      <button type="button" onClick={() => setValue('<p>Another record</p>')}>
        Replace
      </button>
    </>
  )
}

const text = () => screen.getByRole('textbox', { name: 'Notes' })
const tool = (name: string) => screen.getByRole('button', { name })

test('given no text, when shown, then it is a named multi-line text box with the default placeholder', async () => {
  render(<Notes />)
  expect(text()).toHaveAttribute('aria-multiline', 'true')
  expect(text().querySelector('[data-placeholder]')).toHaveAttribute('data-placeholder', 'Write something...')
  expect(screen.getByRole('toolbar', { name: 'Notes formatting' })).toHaveAttribute('aria-controls', text().id)
  expect(await violations()).toEqual([])
})

test.each([
  ['Bold', 'strong'],
  ['Italic', 'em'],
  ['Underline', 'u'],
  ['Strikethrough', 's'],
])('[CD-16] given selected text, when %s is pressed twice, then it is in <%s> and then not', async (name, tag) => {
  const change = vi.fn()
  render(<Notes start="<p>Call back</p>" onChange={change} />)
  text().focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.click(tool(name))
  expect(change).toHaveBeenLastCalledWith(`<p><${tag}>Call back</${tag}></p>`)
  expect(tool(name)).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(tool(name))
  expect(change).toHaveBeenLastCalledWith('<p>Call back</p>')
  expect(tool(name)).toHaveAttribute('aria-pressed', 'false')
})

test.each([
  ['Align left', 'left'],
  ['Align center', 'center'],
  ['Align right', 'right'],
  ['Justify', 'justify'],
])('[CD-16] given a paragraph, when %s is pressed, then it is written as data-align', async (name, side) => {
  const change = vi.fn()
  render(<Notes start="<p>Call back</p>" onChange={change} />)
  await userEvent.click(tool(name))
  expect(change).toHaveBeenLastCalledWith(`<p data-align="${side}">Call back</p>`)
  expect(tool(name)).toHaveAttribute('aria-pressed', 'true')
})

test.each([
  ['data-align', '<p data-align="right">R</p>'],
  ['a style attribute', '<p style="color: red; text-align: right">R</p>'],
])('given stored text aligned by %s, when shown, then it is aligned by data-align', (_, html) => {
  render(<Notes start={html} />)
  expect(screen.getByText('R')).toHaveAttribute('data-align', 'right')
  expect(screen.getByText('R')).not.toHaveAttribute('style')
  expect(tool('Align right')).toHaveAttribute('aria-pressed', 'true')
})

test('given an unknown alignment, when shown, then it is dropped', () => {
  render(<Notes start={'<p data-align="evil">R</p>'} />)
  expect(screen.getByText('R')).not.toHaveAttribute('data-align')
})

test('[CD-16] given a change, when undone and redone, then the text changes and the buttons show what is possible', async () => {
  const change = vi.fn()
  render(<Notes start="<p>Call back</p>" onChange={change} />)
  expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(tool('Align right'))
  await userEvent.click(tool('Undo'))
  expect(change).toHaveBeenLastCalledWith('<p>Call back</p>')
  expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(tool('Redo'))
  expect(change).toHaveBeenLastCalledWith('<p data-align="right">Call back</p>')
})

test('given markup that notes do not allow, when shown, then only its text is left', () => {
  render(<Notes start={'<h1>Title</h1><script>alert(1)</script><p onclick="x()">Text</p>'} />)
  expect(text().querySelector('h1, script, [onclick]')).toBeNull()
  expect(within(text()).getByText('Title').tagName).toBe('P')
})

test('given all text deleted, when onChange is called, then the value is empty', async () => {
  const change = vi.fn()
  render(<Notes start="<p>Call back</p>" onChange={change} />)
  text().focus()
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}')
  expect(change).toHaveBeenLastCalledWith('')
})

test('[CD-16] given pasted text with styles, when it is inserted, then only the markup that notes allow is kept', () => {
  const change = vi.fn()
  render(<Notes onChange={change} />)
  const html = '<p>Hi</p><p style="text-align: center; color: red"><b>Call</b> <a href="/x">back</a></p><p>Bye</p>'
  fireEvent.paste(text(), { clipboardData: { getData: (type: string) => (type === 'text/html' ? html : '') } })
  expect(change).toHaveBeenLastCalledWith('<p>Hi</p><p data-align="center"><strong>Call</strong> back</p><p>Bye</p>')
})

test.each([
  '<ul><li><p>one</p></li><li><p>two</p></li></ul>',
  '<ol><li><p>one</p><ul><li><p>inside</p></li></ul></li></ol>',
  '<p>See <a rel="noopener noreferrer" href="https://example.com/a?b=1">the plan</a></p>',
  '<p><a rel="noopener noreferrer" href="mailto:a@example.com">write</a> or <a rel="noopener noreferrer" href="tel:+15125550100">call</a></p>',
  '<p>one<br>two</p>',
])('given a note with %s, when it is edited, then this part is kept', async (html) => {
  const change = vi.fn()
  render(<Notes start={`<p>Call back</p>${html}`} onChange={change} />)
  text().focus()
  await userEvent.click(tool('Align right'))
  expect(change).toHaveBeenLastCalledWith(`<p data-align="right">Call back</p>${html}`)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/clients', '//example.com'])(
  'given a link to %s, when shown, then only its text is left',
  (address) => {
    render(<Notes start={`<p><a href="${address}">the plan</a></p>`} />)
    expect(text()).toHaveTextContent('the plan')
    expect(text().querySelector('a')).toBeNull()
  },
)

test('given another value from outside, when it is set, then it replaces the text without a change event', async () => {
  const change = vi.fn()
  render(<Notes start="<p>Call back</p>" onChange={change} />)
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
  expect(text()).toHaveTextContent('Another record')
  expect(change).not.toHaveBeenCalled()
})

test('given the toolbar, when moving with the keyboard, then it is one tab stop with arrows inside', async () => {
  render(<Notes start="<p>Call back</p>" />)
  await userEvent.tab()
  expect(tool('Bold')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(tool('Italic')).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(tool('Redo')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(tool('Bold')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Home}{ArrowRight}{ArrowRight}{Enter}')
  expect(tool('Underline')).toHaveFocus()
  expect(tool('Underline')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.tab()
  expect(text()).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(tool('Underline')).toHaveFocus()
})

test('given read-only, when shown, then there is no toolbar and the text can be reached but not edited', async () => {
  render(<Notes start="<p>Call back</p>" readOnly />)
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
  expect(text()).toHaveAttribute('contenteditable', 'false')
  expect(text()).toHaveAttribute('aria-readonly', 'true')
  await userEvent.tab()
  expect(text()).toHaveFocus()
  expect(await violations()).toEqual([])
})

test('given an id, when it is given, then the editable element has it, and no style element was written', () => {
  render(<Notes id="notes" />)
  expect(text()).toHaveAttribute('id', 'notes')
  expect(document.querySelectorAll('style')).toHaveLength(0)
})

test('given a pasted picture, when the message offers to file it, then the caller gets the file, and the message ends', async () => {
  const filed = vi.fn()
  render(<RichText label="Notes" value="" onChange={() => undefined} onPictures={filed} />)
  const picture = new File(['a'], 'image.png', { type: 'image/png' })
  // Handled: the editor does not ask again later.
  expect(fireEvent.paste(text(), { clipboardData: { files: [picture], getData: () => '' } })).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'File it now' }))

  expect(filed).toHaveBeenCalledWith([picture])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('[CD-16] given a pasted picture, alone or in text, when it is inserted, then a message says that it is not, and where it belongs', async () => {
  render(<Notes />)
  const paste = (html: string, files: File[] = []) =>
    fireEvent.paste(text(), {
      clipboardData: { files, getData: (type: string) => (type === 'text/html' ? html : '') },
    })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  paste('<p>card: <img src="data:image/png;base64,AA"></p>')
  expect(screen.getByRole('alert')).toHaveTextContent(/^A picture was not pasted: .* Documents\.$/)
  paste('<p>text</p>')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  paste('', [new File(['a'], 'image.png', { type: 'image/png' })])
  expect(screen.getByRole('alert')).toHaveTextContent('A picture was not pasted')
  expect(await violations()).toEqual([])
})

test('given a slow machine, when a text is handed back after more was typed, then nothing typed is lost; later it replaces', async () => {
  const change = vi.fn()
  const shown = (value: string) => <RichText label="Notes" value={value} onChange={change} />
  const { rerender } = render(shown(''))
  // Tests have no stylesheet, and the editor warns without this.
  text().style.whiteSpace = 'pre-wrap'
  text().focus()
  await userEvent.keyboard('ab')
  expect(change.mock.calls).toEqual([['<p>a</p>'], ['<p>ab</p>']])
  rerender(shown('<p>a</p>'))
  expect(text()).toHaveTextContent('ab')
  rerender(shown('<p>ab</p>'))
  expect(text()).toHaveTextContent('ab')
  rerender(shown('<p>a</p>'))
  expect(text()).toHaveTextContent(/^a$/)
})
