import { type FormField, fullNameBinding, narrowestDate, smallestSide } from '@agency/contract/form-fields'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import type { Problem } from '../../platform/errors.ts'
import { recordFieldOf } from './record-field.ts'

/** How far a box may reach over the edge, by rounding. */
const rounding = 0.5

/** What is wrong with the places of a form, by the name on the wire; with nothing wrong, all can be drawn. */
export function fieldProblems(fields: readonly FormField[], pages: readonly PageSize[]): Problem[] {
  const seen = new Set<string>()
  return fields.flatMap((field, index) => {
    const doubled = seen.has(field.id)
    seen.add(field.id)
    const problems = [
      ...(doubled ? [{ field: 'id', message: 'is the id of another field too' }] : []),
      ...boxProblems(field, pages[field.page]),
      ...bindingProblems(field),
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
  if (x + width > page.width + rounding) problems.push({ field: 'x', message: 'is too far right: off the page' })
  if (y + height > page.height + rounding) problems.push({ field: 'y', message: 'is too far down: off the page' })
  return problems
}

function bindingProblems(field: FormField): Problem[] {
  const message = bindingProblem(field)
  return message === undefined ? [] : [{ field: 'binding', message }]
}

function bindingProblem(field: FormField): string | undefined {
  if (field.binding === null) return undefined
  if (field.kind !== 'text' && field.kind !== 'date') return `is not for a field of the kind ${field.kind}`
  const described = recordFieldOf(field)
  if (!described && field.binding !== fullNameBinding) return 'is not a field of the client record'
  const isDate = described?.kind === 'date'
  if (field.kind === 'date' && !isDate) return 'is not a date, and this field is one'
  return field.kind === 'text' && isDate ? 'is a date, and this field is a text' : undefined
}
