import { createElement, Fragment, type ReactNode } from 'react'

/** What notes may be made of; any other element is left out and its content kept. */
const allowed = new Set([
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'strike',
  'del',
  'ul',
  'ol',
  'li',
  'blockquote',
])
/** Elements whose content is no text of the note's author. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title'])
const alignments = new Set(['left', 'center', 'right', 'justify'])

/** Notes as they are stored. They are rebuilt from an allow-list, so that no stored markup is ever taken at its word. */
export function RichTextView({ html }: { readonly html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return createElement('div', { className: 'rich-text' }, ...renderAll(body))
}

function renderAll(parent: Node): ReactNode[] {
  return [...parent.childNodes].map(render)
}

function render(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof HTMLElement)) return null
  const name = node.localName
  if (dropped.has(name)) return null
  if (!allowed.has(name)) return createElement(Fragment, null, ...renderAll(node))
  if (name === 'br') return <br />
  return createElement(name, { 'data-align': alignment(node) }, ...renderAll(node))
}

/** Older notes carry the alignment in a style. */
function alignment(element: HTMLElement): string | undefined {
  const value = element.dataset.align ?? element.style.textAlign
  return alignments.has(value) ? value : undefined
}
