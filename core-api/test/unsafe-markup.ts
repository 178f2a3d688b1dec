import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

const elements = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a'])
const alignments = new Set(['left', 'center', 'right', 'justify'])

/** What is wrong with an attribute, if anything. */
function checkAttribute(element: string, name: string, value: string): string[] {
  if (element === 'p' && name === 'data-align' && alignments.has(value)) return []
  if (element === 'a' && name === 'rel' && value === 'noopener noreferrer') return []
  if (element === 'a' && name === 'href' && /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>]+$/.test(value)) return []
  if (element === 'a' && name === 'target' && value === '_blank') return []
  return [`${element} has ${name}="${value.slice(0, 80)}"`]
}

function checkNode(node: Node): string[] {
  if (node.nodeName === '#text') return []
  if (!('tagName' in node) || !elements.has(node.tagName)) return [`there is ${node.nodeName}`]
  const { tagName, attrs, namespaceURI } = node
  const problems = attrs.flatMap(({ name, value }) => checkAttribute(tagName, name, value))
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml') problems.push(`${tagName} is in ${namespaceURI}`)
  if (tagName === 'a' && !attrs.some(({ name }) => name === 'rel')) problems.push('a has no rel')
  return problems
}

/**
 * Reads HTML as browsers do (parse5 follows the HTML standard's own algorithm; the sanitiser rests on another parser)
 * and says what in it is not harmless: anything but the editor's elements and attributes, and anything that changes
 * when it is written out and read again.
 */
export function findUnsafeMarkup(html: string): string[] {
  const tree = parseFragment(html)
  const problems: string[] = []
  const waiting: Node[] = [...tree.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    problems.push(...checkNode(node))
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  const once = serialize(tree)
  if (serialize(parseFragment(once)) !== once) problems.push('it reads differently the second time')
  return problems
}
