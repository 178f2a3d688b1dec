import { withReadableStyles } from './style-attributes.ts'

export interface PastedNote {
  readonly html: string
  /** How many pictures it had. Notes hold none. */
  readonly pictures: number
}

interface Marks {
  readonly strong: boolean
  readonly em: boolean
  readonly u: boolean
  readonly s: boolean
  readonly href: string | undefined
  readonly align: string | undefined
  /** Line breaks of the source are shown. */
  readonly pre: boolean
}

const plain: Marks = { strong: false, em: false, u: false, s: false, href: undefined, align: undefined, pre: false }

const boldTags = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const italicTags = new Set(['i', 'em', 'cite', 'dfn', 'var'])
const underlineTags = new Set(['u', 'ins'])
const strikeTags = new Set(['s', 'strike', 'del'])
const droppedTags = new Set([
  'script',
  'style',
  'title',
  'head',
  'meta',
  'link',
  'template',
  'noscript',
  'iframe',
  'object',
])
const blockTags = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav p pre section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
)

/** Between the cells of a row, which is one paragraph. */
const cellSeparator = ' · '

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function isBold(tag: string, weight: string | undefined, inherited: boolean): boolean {
  if (weight !== undefined && weight !== 'inherit') return /^bold|^[6-9]\d\d/.test(weight)
  return inherited || boldTags.has(tag)
}

function isItalic(tag: string, style: string | undefined, inherited: boolean): boolean {
  if (style !== undefined && style !== 'inherit') return /^(?:italic|oblique)/.test(style)
  return inherited || italicTags.has(tag)
}

/** How text in an element looks. Unlike weight and style, a line of an outer element stays. */
function marksOf(element: Element, style: ReadonlyMap<string, string>, outer: Marks): Marks {
  const tag = element.localName
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const isPlain = /\bnone\b/.test(line)
  return {
    strong: isBold(tag, style.get('font-weight'), outer.strong),
    em: isItalic(tag, style.get('font-style'), outer.em),
    u: outer.u || /\bunderline\b/.test(line) || (underlineTags.has(tag) && !isPlain),
    s: outer.s || /\bline-through\b/.test(line) || (strikeTags.has(tag) && !isPlain),
    href: (tag === 'a' && element.getAttribute('href')) || outer.href,
    align:
      style.get('text-align') ??
      element.getAttribute('data-align') ??
      element.getAttribute('align')?.toLowerCase() ??
      outer.align,
    pre: tag === 'pre' || /^pre/.test(style.get('white-space') ?? '') || outer.pre,
  }
}

function marked(text: string, { href, strong, em, u, s }: Marks): string {
  const marks = [...(s ? ['s'] : []), ...(u ? ['u'] : []), ...(em ? ['em'] : []), ...(strong ? ['strong'] : [])]
  const inner = marks.reduce((html, tag) => `<${tag}>${html}</${tag}>`, escaped(text))
  return href === undefined ? inner : `<a href="${escaped(href)}">${inner}</a>`
}

interface Run {
  text: string
  marks: Marks
}

interface Block {
  html: string
  /** The kind of list that it is an item of. */
  item?: 'ul' | 'ol' | undefined
  isEmpty?: boolean
}

const lineBreak = '\n'

/** Runs as they are shown: blanks at the ends of lines and beside other blanks are not. */
function visibleRuns(runs: readonly Run[]): Run[] {
  const visible: Run[] = []
  let end = lineBreak
  for (const { text, marks } of runs) {
    const shown = text === lineBreak ? text : text.replace(/[ ]+/g, ' ').replace(/^ /, /[ \n]/.test(end) ? '' : ' ')
    if (shown === '') continue
    const last = visible.at(-1)
    if (shown === lineBreak && last) last.text = last.text === lineBreak ? lineBreak : last.text.trimEnd()
    visible.push({ text: shown, marks })
    end = shown.slice(-1)
  }
  while (visible.length > 0 && visible.at(-1)?.text.trim() === '') visible.pop()
  const last = visible.at(-1)
  if (last) last.text = last.text.trimEnd()
  return visible
}

const sameMarks = (a: Marks, b: Marks): boolean =>
  a.strong === b.strong && a.em === b.em && a.u === b.u && a.s === b.s && a.href === b.href

function inline(runs: readonly Run[]): string {
  const joined: Run[] = []
  for (const run of visibleRuns(runs)) {
    const last = joined.at(-1)
    if (last && run.text !== lineBreak && last.text !== lineBreak && sameMarks(last.marks, run.marks))
      last.text += run.text
    else joined.push({ ...run })
  }
  return joined
    .map(({ text, marks }) => (text === lineBreak ? '<br>' : text === ' ' ? ' ' : marked(text, marks)))
    .join('')
}

class NoteReader {
  pictures = 0
  #blocks: Block[] = []
  #runs: Run[] = []
  readonly #styleOf: (element: Element) => ReadonlyMap<string, string>

  constructor(styleOf: (element: Element) => ReadonlyMap<string, string>) {
    this.#styleOf = styleOf
  }

  /** Reads the content of an element as blocks of its own. */
  blocksOf(element: Element, marks: Marks): Block[] {
    const [blocks, runs] = [this.#blocks, this.#runs]
    this.#blocks = []
    this.#runs = []
    for (const child of element.childNodes) this.#read(child, marks)
    this.#endBlock(marks)
    const own = this.#blocks
    this.#blocks = blocks
    this.#runs = runs
    return own
  }

  #endBlock({ align }: Marks, item?: Block['item']): void {
    const hadBreak = this.#runs.some(({ text }) => text === lineBreak || text === '\u00a0')
    const html = inline(this.#runs)
    this.#runs = []
    if (html === '') {
      if (hadBreak) this.#blocks.push({ html: '<p></p>', isEmpty: true })
      return
    }
    const isAligned = align === 'center' || align === 'right' || align === 'justify'
    this.#blocks.push({ html: `<p${isAligned ? ` data-align="${align}"` : ''}>${html}</p>`, item })
  }

  #read(node: Node, marks: Marks): void {
    if (node.nodeType === Node.TEXT_NODE) this.#readText(node.textContent ?? '', marks)
    else if (node instanceof Element) this.#readElement(node, marks)
  }

  #readText(text: string, marks: Marks): void {
    const lines = marks.pre ? text.split(/\r\n?|\n/) : [text]
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#runs.push({ text: lineBreak, marks })
      this.#runs.push({ text: line.replace(/[\s\u00a0]+/g, ' '), marks })
    }
  }

  #readElement(element: Element, outer: Marks): void {
    const tag = element.localName
    const style = this.#styleOf(element)
    if (droppedTags.has(tag) || style.get('display') === 'none' || style.get('mso-list') === 'ignore') return
    const marks = marksOf(element, style, outer)
    if (tag === 'img') this.#readPicture(element, marks)
    else if (tag === 'br') this.#runs.push({ text: lineBreak, marks })
    else if (tag === 'ul' || tag === 'ol') this.#readList(element, tag, marks)
    else if (tag === 'tr') this.#readRow(element, marks)
    else if (blockTags.has(tag)) this.#readBlock(element, { style, marks, outer })
    else for (const child of element.childNodes) this.#read(child, marks)
  }

  #readBlock(
    element: Element,
    { style, marks, outer }: { style: ReadonlyMap<string, string>; marks: Marks; outer: Marks },
  ): void {
    this.#endBlock(outer)
    for (const child of element.childNodes) this.#read(child, marks)
    // A blank line of a word processor is a paragraph with one space.
    if (element.localName === 'p' && element.textContent === '\u00a0') this.#runs.push({ text: lineBreak, marks })
    this.#endBlock(marks, wordListOf(element, style))
  }

  /** An emoji stays as text; a picture of one pixel is there to count readers. */
  #readPicture(element: Element, marks: Marks): void {
    const alt = element.getAttribute('alt') ?? ''
    if (/^\p{Extended_Pictographic}/u.test(alt) && alt.length <= 12) this.#runs.push({ text: alt, marks })
    else if (!['0', '1'].includes(element.getAttribute('width') ?? '')) this.pictures += 1
  }

  #readList(element: Element, tag: 'ul' | 'ol', marks: Marks): void {
    this.#endBlock(marks)
    const items = [...element.children].flatMap((item) => {
      const inner = item.localName === 'li' ? marksOf(item, this.#styleOf(item), { ...marks, align: undefined }) : marks
      const blocks = this.blocksOf(item.localName === 'li' ? item : wrapped(item), inner).filter(
        ({ isEmpty }) => !isEmpty,
      )
      if (blocks.length === 0) return []
      const html = blocks.map((block) => block.html).join('')
      return [`<li>${html.startsWith('<p') ? html : `<p></p>${html}`}</li>`]
    })
    if (items.length > 0) this.#blocks.push({ html: `<${tag}>${items.join('')}</${tag}>` })
  }

  /** A row of several cells is one paragraph. One of a page's layout, of one cell or around other tables, is its content. */
  #readRow(row: Element, outer: Marks): void {
    const marks = marksOf(row, this.#styleOf(row), outer)
    this.#endBlock(outer)
    const cells = [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
    const read = cells.map((cell) =>
      this.blocksOf(cell, marksOf(cell, this.#styleOf(cell), { ...marks, align: undefined })),
    )
    const filled = read.filter((blocks) => blocks.some(({ isEmpty }) => !isEmpty))
    if (filled.length < 2 || row.querySelector('table')) {
      this.#blocks.push(...filled.flat())
      return
    }
    const texts = read.map((blocks) =>
      blocks
        .map(({ html }) => withoutBlocks(html))
        .join(' ')
        .trim(),
    )
    while (texts.at(-1) === '') texts.pop()
    this.#blocks.push({ html: `<p>${texts.join(cellSeparator).replace(/ {2,}/g, ' ').trim()}</p>` })
  }
}

/** The content of blocks in one line. */
const withoutBlocks = (html: string): string =>
  html
    .replace(/<\/?(?:p|ul|ol|li)\b[^>]*>|<br>/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

function wrapped(element: Element): Element {
  const parent = element.ownerDocument.createElement('div')
  parent.append(element.cloneNode(true))
  return parent
}

/** Word writes items of lists as paragraphs, each with its bullet or number as a text to be ignored. */
function wordListOf(element: Element, style: ReadonlyMap<string, string>): Block['item'] {
  if (!/\blevel\d/.test(style.get('mso-list') ?? '')) return undefined
  const bullet = element.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  return /^[\s\u00a0]*\(?[\da-z]+[.)]/i.test(bullet?.textContent ?? '') && !/^o\s*$/.test(bullet?.textContent ?? '')
    ? 'ol'
    : 'ul'
}

/** Consecutive items of Word in one list, and no blank lines at the ends. */
function joined(blocks: readonly Block[]): string {
  const first = blocks.findIndex(({ isEmpty }) => !isEmpty)
  const last = blocks.findLastIndex(({ isEmpty }) => !isEmpty)
  const kept = first === -1 ? [] : blocks.slice(first, last + 1)
  return kept
    .filter(({ isEmpty }, index) => !(isEmpty && kept[index - 1]?.isEmpty))
    .map(({ html, item }, index, all) => {
      if (!item) return html
      const start = all[index - 1]?.item === item ? '' : `<${item}>`
      return `${start}<li>${html}</li>${all[index + 1]?.item === item ? '' : `</${item}>`}`
    })
    .join('')
}

/** Reads what word processors, spreadsheets, mail programs and web pages write: cells and blocks stay apart. */
export function readPastedHtml(html: string): PastedNote {
  const { html: readable, styleOf } = withReadableStyles(html)
  const { body } = new DOMParser().parseFromString(readable, 'text/html')
  const reader = new NoteReader(styleOf)
  return { html: joined(reader.blocksOf(body, plain)), pictures: reader.pictures }
}

/** Plain text of the clipboard: cells of a spreadsheet are parted by tabs, which a note does not show. */
export const readPastedText = (text: string): string => text.replace(/(?<=\S)[ ]?\t+(?=\S)/g, cellSeparator)
