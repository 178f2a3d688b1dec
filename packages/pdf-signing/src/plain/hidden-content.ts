import { isWord, type Token, tokensOf } from './content-tokens.ts'

/** Operators that draw, and what is left of them: state changes stay, also within hidden content (ISO 32000-2, 8.11.3.2). */
const leftOf = new Map<string, string>([
  ...['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's'].map((operator): [string, string] => [operator, 'n']),
  ...['Tj', 'TJ', 'Do', 'sh', 'ID'].map((operator): [string, string] => [operator, '']),
  ["'", 'T*'],
])

/** `/OC /Name BDC … EMC`. @param isShown by the name of a property list @returns undefined when nothing is hidden */
export function withoutHidden(content: Uint8Array, isShown: (name: string) => boolean): Uint8Array | undefined {
  if (!Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('/OC')) return undefined
  const source = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const kept: Buffer[] = []
  /** Whether each open marked content is hidden. */
  const open: boolean[] = []
  let operands: Token[] = []
  let keptTo = 0
  for (const token of tokensOf(content)) {
    if (!isOperator(source, token)) {
      operands.push(token)
      continue
    }
    // An inline picture is `BI`, its entries, and `ID` with its data and `EI`.
    const isImage = isWord(source, { start: token.start, end: token.start + 2 }, 'ID')
    const operator = isImage ? 'ID' : source.toString('latin1', token.start, token.end)
    if (operator === 'BI') {
      operands.push(token)
      continue
    }
    if (operator === 'BMC') open.push(false)
    else if (operator === 'BDC') open.push(isHidden(source, operands, isShown))
    else if (operator === 'EMC') open.pop()
    else if (open.includes(true)) {
      const left = leftover(source, operator, operands)
      if (left !== undefined) {
        kept.push(source.subarray(keptTo, operands[0]?.start ?? token.start), Buffer.from(` ${left} `))
        keptTo = token.end
      }
    }
    operands = []
  }
  return keptTo === 0 ? undefined : Buffer.concat([...kept, source.subarray(keptTo)])
}

function isHidden(source: Buffer, [tag, list]: readonly Token[], isShown: (name: string) => boolean): boolean {
  if (!tag || !list || !isWord(source, tag, '/OC')) return false
  return !isShown(nameAt(source, list))
}

/** A name without its slash, with `#` and two digits decoded. */
const nameAt = (source: Buffer, { start, end }: Token): string =>
  source
    .toString('latin1', start + 1, end)
    .replaceAll(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** What replaces an operator that draws, with its operands; undefined for one that draws nothing. */
function leftover(source: Buffer, operator: string, [wordSpace, charSpace]: readonly Token[]): string | undefined {
  if (operator !== '"') return leftOf.get(operator)
  const [words, characters] = [wordSpace, charSpace].map(
    (token) => token && source.toString('latin1', token.start, token.end),
  )
  return `${words} Tw ${characters} Tc T*`
}

const digits = new Set([...'0123456789+-.'].map((character) => character.charCodeAt(0)))
const opening = new Set([...'/(<>[]{}'].map((character) => character.charCodeAt(0)))

/** Whether a token is an operator: no number, name, string or bracket, and none of the words for a value. */
function isOperator(source: Buffer, token: Token): boolean {
  const first = source[token.start] ?? 0
  if (digits.has(first) || opening.has(first)) return false
  return !['true', 'false', 'null'].some((word) => isWord(source, token, word))
}
