/** How many `Q` of a content stream have no `q`, and how many `q` have no `Q`. */
export type SavedStates = { unopened: number; unclosed: number }

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
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
}

/**
 * Counts the graphics states that a content stream restores without saving, and saves without restoring. Content after
 * an unbalanced stream would inherit its transformation and be drawn in the wrong place (ISO 32000-2, 8.4.2).
 */
export function countSavedStates(content: Uint8Array): SavedStates {
  let depth = 0
  let unopened = 0
  for (const operator of operators(content)) {
    if (operator === 'q') depth += 1
    else if (operator === 'Q' && depth > 0) depth -= 1
    else if (operator === 'Q') unopened += 1
  }
  return { unopened, unclosed: depth }
}

/** All bare tokens of a content stream of at most two characters, in order: operators and short numbers. */
function* operators(content: Uint8Array): Generator<string> {
  let at = 0
  while (at < content.length) {
    const byte = content[at] ?? 0
    if (byte === code.percent) at = skipComment(content, at)
    else if (byte === code.open) at = skipString(content, at)
    else if (byte === code.less && content[at + 1] !== code.less) at = skipTo(content, at, code.greater)
    else if (byte === code.slash) at = endOfWord(content, at + 1)
    else if (whitespace.has(byte) || delimiters.has(byte)) at += 1
    else {
      const end = endOfWord(content, at)
      const word = Buffer.from(content.subarray(at, Math.min(end, at + 2))).toString('latin1')
      const isOperator = end - at <= 2
      if (isOperator) yield word
      at = isOperator && word === 'ID' ? skipInlineImage(content, end) : end
    }
  }
}

function endOfWord(content: Uint8Array, start: number): number {
  let at = start
  while (at < content.length && !whitespace.has(content[at] ?? 0) && !delimiters.has(content[at] ?? 0)) at += 1
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
