import { type FormField, fullNameBinding, narrowestDate, smallestSide } from '@agency/contract/form-fields'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import type { Problem } from '../../platform/errors.ts'
import { recordFieldOf } from './record-field.ts'

/** Points by which rounding may put a box over the edge. */
const rounding = 0.5

/** The problems of a form's fields, by their names on the wire. Without problems, all fields can be drawn. */
export function fieldProblems(fields: readonly FormField[], pages: readonly PageSize[]): Problem[] {
  const seen = new Set<string>()
  return fields.flatMap((field, index) => {
    const doubled = seen.has(field.id)
    seen.add(field.id)
    const problems = [
      ...(doubled ? [{ field: 'id', message: 'is also the id of another field' }] : []),
      ...boxProblems(field, pages[field.page]),
      ...bindingProblems(field),
      ...groupProblems(field),
    ]
    return problems.map(({ field: name, message }) => ({ field: `fields.${index}.${name}`, message }))
  })
}

function boxProblems({ kind, x, y, width, height }: FormField, page: PageSize | undefined): Problem[] {
  if (!page) return [{ field: 'page', message: 'is not a page of this PDF' }]
  const narrowest = kind === 'date' ? narrowestDate : smallestSide
  const problems: Problem[] = []
  if (width < narrowest) problems.push({ field: 'width', message: `must be ${narrowest} points or more` })
  if (height < smallestSide) problems.push({ field: 'height', message: `must be ${smallestSide} points or more` })
  if (x + width > page.width + rounding)
    problems.push({ field: 'x', message: 'extends beyond the right edge of the page' })
  if (y + height > page.height + rounding)
    problems.push({ field: 'y', message: 'extends beyond the bottom edge of the page' })
  return problems
}

function groupProblems({ kind, group }: FormField): Problem[] {
  if ((kind === 'radio') === (group !== undefined)) return []
  const message = kind === 'radio' ? 'is needed for a radio button' : `cannot be set for a ${kind} field`
  return [{ field: 'group', message }]
}

function bindingProblems(field: FormField): Problem[] {
  const message = bindingProblem(field)
  return message === undefined ? [] : [{ field: 'binding', message }]
}

function bindingProblem(field: FormField): string | undefined {
  if (field.binding === null) return undefined
  if (field.kind !== 'text' && field.kind !== 'date') return `cannot be set for a ${field.kind} field`
  const described = recordFieldOf(field)
  if (!described && field.binding !== fullNameBinding) return 'is not a field of the client record'
  const isDate = described?.kind === 'date'
  if (field.kind === 'date' && !isDate) return 'must be a date of the client record, since this field is a date'
  return field.kind === 'text' && isDate ? 'must not be a date, since this field is a text' : undefined
}
