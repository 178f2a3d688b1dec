import { type FormField, fullNameBinding, narrowestDate, smallestSide } from '@agency/contract/form-fields'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import type { Problem } from '../../platform/errors.ts'
import { isAdopted, isDate, isSigningDate } from './field-kinds.ts'
import { policyFieldOf, recordFieldOf } from './record-field.ts'
import { valueProblem } from './value-problems.ts'

/** Points by which rounding may put a box over the edge. */
const rounding = 0.5

/** The problems of a form's fields, by their names on the wire. Without problems, all fields can be drawn. */
export function fieldProblems(
  fields: readonly FormField[],
  pages: readonly PageSize[],
  now: Date = new Date(),
): Problem[] {
  const seen = new Set<string>()
  const byId = new Map(fields.map((field) => [field.id, field]))
  return fields.flatMap((field, index) => {
    const doubled = seen.has(field.id)
    seen.add(field.id)
    const problems = [
      ...(doubled ? [{ field: 'id', message: 'is also the id of another field' }] : []),
      ...boxProblems(field, pages[field.page]),
      ...bindingProblems(field),
      ...groupProblems(field),
      ...shapeProblems(field),
      ...presetProblems(field, now),
      ...calculationProblems(field, byId),
    ]
    return problems.map(({ field: name, message }) => ({ field: `fields.${index}.${name}`, message }))
  })
}

function boxProblems(field: FormField, page: PageSize | undefined): Problem[] {
  const { x, y, width, height } = field
  if (!page) return [{ field: 'page', message: 'is not a page of this PDF' }]
  const narrowest = isDate(field) ? narrowestDate : smallestSide
  const problems: Problem[] = []
  if (width < narrowest) problems.push({ field: 'width', message: `must be ${narrowest} points or more` })
  if (height < smallestSide) problems.push({ field: 'height', message: `must be ${smallestSide} points or more` })
  if (x + width > page.width + rounding)
    problems.push({ field: 'x', message: 'extends beyond the right edge of the page' })
  if (y + height > page.height + rounding)
    problems.push({ field: 'y', message: 'extends beyond the bottom edge of the page' })
  return problems
}

const nameOf = ({ kind }: FormField): string => kind.replace('_', ' ')

type Shape = 'max_length' | 'comb' | 'gaps' | 'multiline' | 'align' | 'date_format' | 'latest' | 'number' | 'own_text'
const texts: readonly FormField['kind'][] = ['text']
const dates: readonly FormField['kind'][] = ['date', 'entered_date']

const kindsWith: Record<Shape, readonly FormField['kind'][]> = {
  max_length: [...texts, ...dates],
  comb: [...texts, ...dates],
  gaps: [...texts, ...dates],
  multiline: texts,
  align: [...texts, ...dates, 'choice'],
  date_format: dates,
  latest: ['entered_date'],
  number: texts,
  own_text: ['choice'],
}

function shapeProblems(field: FormField): Problem[] {
  const shapes = Object.entries(kindsWith).flatMap(([name, kinds]) => {
    const isSet = Object.entries(field).some(([own, value]) => own === name && value !== undefined)
    return isSet && !kinds.includes(field.kind)
      ? [{ field: name, message: `cannot be set for a ${nameOf(field)} field` }]
      : []
  })
  if (field.comb && field.max_length === undefined)
    shapes.push({ field: 'max_length', message: 'is needed for a comb' })
  if (field.gaps && !field.comb) shapes.push({ field: 'gaps', message: 'can only be set for a comb' })
  if ((field.kind === 'choice') !== (field.choices !== undefined)) {
    const message = field.kind === 'choice' ? 'are needed for a choice' : `cannot be set for a ${nameOf(field)} field`
    shapes.push({ field: 'choices', message })
  }
  return shapes
}

/** A preset is a value that the client could enter; empty, it is none. */
function presetProblems(field: FormField, now: Date): Problem[] {
  if (field.preset === undefined || field.preset === '') return []
  const isWithout = isAdopted(field) || isSigningDate(field) || field.calculation !== undefined
  const message = isWithout
    ? 'cannot be set for this field, which nobody writes'
    : valueProblem(field, field.preset, now)
  return message === undefined ? [] : [{ field: 'preset', message }]
}

const isNumeric = (field: FormField | undefined): boolean => field?.kind === 'text' || field?.kind === 'choice'

function calculationProblems({ id, kind, calculation }: FormField, byId: ReadonlyMap<string, FormField>): Problem[] {
  if (!calculation) return []
  if (kind !== 'text') return [{ field: 'calculation', message: 'can only be set for a text field' }]
  const isKnown = calculation.fields.every((source) => source !== id && isNumeric(byId.get(source)))
  return isKnown ? [] : [{ field: 'calculation.fields', message: 'must name other texts or choices of this form' }]
}

function groupProblems({ kind, group }: FormField): Problem[] {
  if ((kind === 'radio') === (group !== undefined)) return []
  const message =
    kind === 'radio' ? 'is needed for a radio button' : `cannot be set for a ${kind.replace('_', ' ')} field`
  return [{ field: 'group', message }]
}

function bindingProblems(field: FormField): Problem[] {
  const message = bindingProblem(field)
  return message === undefined ? [] : [{ field: 'binding', message }]
}

function bindingProblem(field: FormField): string | undefined {
  if (field.binding === null) return undefined
  if (field.kind !== 'text' && !isDate(field)) return `cannot be set for a ${nameOf(field)} field`
  const described = recordFieldOf(field) ?? policyFieldOf(field)
  if (!described && field.binding !== fullNameBinding) return 'is not a field of the client record or of a policy'
  const isOfDate = described?.kind === 'date'
  if (isDate(field) && !isOfDate)
    return 'must be a date of the client record or of a policy, since this field is a date'
  return field.kind === 'text' && isOfDate ? 'must not be a date, since this field is a text' : undefined
}
