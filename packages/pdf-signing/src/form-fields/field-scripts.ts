import type { Calculation, NumberFormat } from '@agency/contract/form-fields'

/** What a field's scripts do, as far as they call the functions that form editors write. */
export interface FieldScripts {
  number: NumberFormat | undefined
  calculation: { operation: Calculation['operation']; fields: string[] } | undefined
  /** Whether its value is calculated, in a way that is known or not. */
  isCalculated: boolean
  isIgnored: boolean
}

const operations: Record<string, Calculation['operation']> = {
  SUM: 'sum',
  PRD: 'product',
  AVG: 'average',
  MIN: 'minimum',
  MAX: 'maximum',
}
/** Their effect is in the kind of the field, or in how it is typed. */
const known = /^\s*(?:AF(?:Number|Percent|Date|Time|Special)_(?:Format|Keystroke)\w*)\s*\(.*\)\s*;?\s*$/s

/** @param actions the scripts of a pdf.js annotation by event */
export function readScripts(actions: unknown): FieldScripts {
  const calculate = scriptOf(actions, 'Calculate')
  const calculation = calculationIn(calculate)
  const others = ['Format', 'Keystroke', 'Validate'].map((event) => scriptOf(actions, event))
  const isUnknown = others.some((script) => script !== '' && !script.split(/(?<=\));/).every(isKnown))
  const isCalculated = calculate !== ''
  return {
    number: numberIn(scriptOf(actions, 'Format')),
    calculation,
    isCalculated,
    isIgnored: isUnknown || (isCalculated && calculation === undefined),
  }
}

const isKnown = (statement: string) => statement.trim() === '' || known.test(statement)

function scriptOf(actions: unknown, event: string): string {
  const scripts: unknown = actions instanceof Map ? actions.get(event) : undefined
  return Array.isArray(scripts)
    ? scripts
        .filter((script) => typeof script === 'string')
        .join(';')
        .trim()
    : ''
}

/** `AFSimple_Calculate("SUM", new Array("A", "B"))`, or with a list in one text. */
function calculationIn(script: string): FieldScripts['calculation'] {
  const [, list] = /^\s*AFSimple_Calculate\s*\((.*)\)\s*;?\s*$/s.exec(script) ?? []
  const [operation = '', ...names] = list === undefined ? [] : textsIn(list)
  const known = operations[operation.toUpperCase()]
  const [first = ''] = names
  const fields = names.length === 1 ? first.split(/\s*,\s*/) : names
  const all = fields.map((name) => name.trim()).filter((name) => name !== '')
  return known && all.length > 0 ? { operation: known, fields: all } : undefined
}

const textsIn = (script: string): string[] =>
  [...script.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs)].map(([, double, single]) =>
    (double ?? single ?? '')
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(.)/gs, '$1'),
  )

/** `AFNumber_Format(decimals, separators, negative, currency style, "$", in front)` or `AFPercent_Format(decimals, separators)`. */
function numberIn(script: string): NumberFormat | undefined {
  const [, kind, list = ''] = /\bAF(Number|Percent)_Format\s*\((.*?)\)/s.exec(script) ?? []
  if (kind === undefined) return undefined
  const [decimals = '2', separators = '0'] = list.split(',')
  const places = Math.min(Math.max(Math.trunc(Number(decimals)) || 0, 0), 6)
  const currency = kind === 'Percent' ? '%' : (textsIn(list)[0] ?? '').slice(0, 8)
  const isInFront = kind === 'Number' && !/false\s*$/.test(list)
  return {
    decimals: places,
    // Styles 1 and 3 are without them (Acrobat JavaScript, AFNumber_Format).
    grouping: Number(separators) % 2 === 0,
    prefix: isInFront ? currency : '',
    suffix: isInFront ? '' : currency,
  }
}
