import {
  richTextAliases,
  richTextAlignments,
  richTextLinkRel,
  richTextLinkTarget,
  richTextSchemes,
  richTextTags,
} from '@agency/contract/rich-text'
import { createElement, Fragment, type ReactNode } from 'react'

const tags = new Map<string, string>([
  ...richTextTags.map((tag) => [tag, tag] as const),
  ...Object.entries(richTextAliases),
])
const alignments: readonly string[] = richTextAlignments
const schemes: readonly string[] = richTextSchemes.map((scheme) => `${scheme}:`)

/** Elements whose content is not text of the note. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title'])

/** Renders stored notes. They are rebuilt from the allow-list of rich text; stored markup is never inserted as HTML. */
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
  if (dropped.has(node.localName)) return null
  const tag = tags.get(node.localName)
  if (tag === 'br') return <br />
  if (tag === undefined || (tag === 'a' && !isAllowedLink(node)))
    return createElement(Fragment, null, ...renderAll(node))
  return createElement(tag, attributes(node, tag), ...renderAll(node))
}

function attributes(element: HTMLElement, tag: string): Readonly<Record<string, string | undefined>> {
  if (tag === 'a')
    return { href: element.getAttribute('href') ?? undefined, target: richTextLinkTarget, rel: richTextLinkRel }
  return tag === 'p' ? { 'data-align': alignment(element) } : {}
}

function isAllowedLink(element: HTMLElement): boolean {
  try {
    return schemes.includes(new URL(element.getAttribute('href') ?? '').protocol)
  } catch {
    return false
  }
}

/** Older notes have the alignment in a style. */
function alignment(element: HTMLElement): string | undefined {
  const value = element.dataset.align ?? element.style.textAlign
  return alignments.includes(value) ? value : undefined
}
