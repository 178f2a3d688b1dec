import { InvalidInput } from '../errors.ts'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether any nested text contains a NUL character. Not recursive, since input may be nested very deep. */
function holdsNul(input: unknown): boolean {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && value.includes('\0')) return true
    if (isContainer(value)) for (const inner of Object.values(value)) open.push(inner)
  }
  return false
}

/**
 * Refuses NUL, the only character that PostgreSQL's `text` cannot store.
 * @throws InvalidInput with the fields
 */
export function refuseNul(...inputs: unknown[]): void {
  const entries = inputs.flatMap((input) => (isContainer(input) ? Object.entries(input) : []))
  const fields = entries.flatMap(([field, value]) => (holdsNul(value) ? [field] : []))
  if (fields.length === 0) return
  throw new InvalidInput(fields.map((field) => ({ field, message: 'must not contain a NUL character' })))
}
