/** A word of a content stream (ISO 32000-2, 7.2): an operator, or an operand such as a number, a name or a string. */
export type Token = { start: number; end: number }

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const gap = 1
const delimiter = 2
/** What ends a word, by byte. */
const classes = Uint8Array.from({ length: 256 }, (_, byte) =>
  whitespace.has(byte) ? gap : delimiters.has(byte) ? delimiter : 0,
)
const code = {
  newline: 10,
  return: 13,
  backslash: 92,
  open: 40,
  close: 41,
  less: 60,
  greater: 62,
  percent: 37,
  slash: 47,
  imageData: [73, 68],
}

/** The words of a content stream in turn. The data of an inline picture belongs to its operator `ID`. */
export function* tokensOf(content: Uint8Array): Generator<Token> {
  for (let start = 0; start < content.length; ) {
    const end = endOfToken(content, start)
    const isSkipped = classes[content[start] ?? 0] === gap || content[start] === code.percent
    if (!isSkipped) yield { start, end }
    start = end
  }
}

/** The end of the token, comment or white space that starts at a place. */
export function endOfToken(content: Uint8Array, at: number): number {
  const kind = classes[content[at] ?? 0]
  if (kind === gap) return at + 1
  if (kind === delimiter) return skipDelimited(content, at)
  const end = endOfWord(content, at)
  const isInlineImage = end - at === 2 && content[at] === code.imageData[0] && content[at + 1] === code.imageData[1]
  return isInlineImage ? skipInlineImage(content, end) : end
}

export function isWord(content: Uint8Array, { start, end }: Token, word: string): boolean {
  if (end - start !== word.length) return false
  for (let at = 0; at < word.length; at += 1) if (content[start + at] !== word.charCodeAt(at)) return false
  return true
}

/** Skips a comment, a string or a name, or one other delimiter. */
function skipDelimited(content: Uint8Array, at: number): number {
  const byte = content[at]
  if (byte === code.percent) return skipComment(content, at)
  if (byte === code.open) return skipString(content, at)
  if (byte === code.less && content[at + 1] !== code.less) return skipTo(content, at, code.greater)
  return byte === code.slash ? endOfWord(content, at + 1) : at + 1
}

function endOfWord(content: Uint8Array, start: number): number {
  let at = start
  while (at < content.length && classes[content[at] ?? 0] === 0) at += 1
  return at
}

function skipComment(content: Uint8Array, start: number): number {
  let at = start
  while (at < content.length && content[at] !== code.newline && content[at] !== code.return) at += 1
  return at
}

function skipTo(content: Uint8Array, start: number, byte: number): number {
  const end = content.indexOf(byte, start)
  return end === -1 ? content.length : end + 1
}

function skipString(content: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === code.backslash) at += 1
    else if (content[at] === code.open) depth += 1
    else if (content[at] === code.close) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return content.length
}

/** Image bytes may contain `EI`. The end is an `EI` between white space with plain text after it. */
function skipInlineImage(content: Uint8Array, start: number): number {
  for (let at = start; at < content.length; at += 1) {
    const isEnd = whitespace.has(content[at] ?? 0) && content[at + 1] === 0x45 && content[at + 2] === 0x49
    if (!isEnd) continue
    const after = content.subarray(at + 3, at + 13)
    if (after.every((byte) => whitespace.has(byte) || (byte > 32 && byte < 127)) && whitespace.has(after[0] ?? 32)) {
      return at + 3
    }
  }
  return content.length
}
