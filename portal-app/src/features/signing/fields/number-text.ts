import type { Language } from '@agency/contract/esign'
import { numberIn } from '@agency/contract/field-values'

/** A single separator before three digits is of thousands, unless it is English's point. @returns undefined for none */
export function parseNumber(text: string, language: Language): string | undefined {
  const typed = text.replace(/[\s$€£%]|R\$|US\$/g, '')
  const comma = typed.lastIndexOf(',')
  const point = typed.lastIndexOf('.')
  const decimal = decimalOf(typed, comma, point, language)
  const thousands = decimal === ',' ? '.' : ','
  const plain = typed.split(thousands).join('').replace(',', '.')
  const number = /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? numberIn(plain) : undefined
  return number === undefined ? undefined : plain.replace(/\.$/, '').replace(/^(-?)\./, '$10.')
}

function decimalOf(typed: string, comma: number, point: number, language: Language): ',' | '.' {
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const isThousands = (at: number, separator: string) => typed.length - at - 1 === 3 || typed.indexOf(separator) !== at
  if (comma >= 0) return isThousands(comma, ',') ? '.' : ','
  if (point >= 0) return (language !== 'en' && isThousands(point, '.')) || typed.indexOf('.') !== point ? ',' : '.'
  return '.'
}
