import { InvalidInput } from '../errors.ts'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Texts that PostgreSQL cannot store: NUL in `text`, and an unpaired surrogate in `jsonb`. */
const faults = [
  { message: 'must not contain a NUL character', isIn: (text: string) => text.includes('\0') },
  { message: 'must not contain half of a surrogate pair', isIn: (text: string) => !text.isWellFormed() },
]

/** The first fault of any nested text. Not recursive, since input may be nested very deep. */
function faultIn(input: unknown): string | undefined {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      const fault = faults.find(({ isIn }) => isIn(value))
      if (fault) return fault.message
    }
    if (isContainer(value)) for (const inner of Object.values(value)) open.push(inner)
  }
  return undefined
}

/** @throws InvalidInput with the fields */
export function refuseUnstorable(...inputs: unknown[]): void {
  const entries = inputs.flatMap((input) => (isContainer(input) ? Object.entries(input) : []))
  const problems = entries.flatMap(([field, value]) => {
    const message = faultIn(value)
    return message === undefined ? [] : [{ field, message }]
  })
  if (problems.length > 0) throw new InvalidInput(problems)
}
