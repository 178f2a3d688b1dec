import {
  type FilterField,
  type Operator,
  operatorNamed,
  readWhere,
  type Where,
  whereProblems,
} from '@agency/contract/conditions'
import { InvalidInput, NotAllowed, type Problem } from '../../platform/errors.ts'
import { refuseUnstorable } from '../../platform/http/refuse-unstorable.ts'

/** A condition that has no problems. */
export interface Asked {
  field: FilterField
  operator: Operator
  values: string[]
  /** Of an encrypted field: the keys by which it is found, in hex; `isNot`: who has none of them. */
  keys: { any: string[]; isNot: boolean } | undefined
}

/** Conditions that hold all, or at least one. */
export interface WhereFilter {
  match: Where['match']
  asked: Asked[]
  /** Today, `YYYY-MM-DD`. */
  today: string
}

interface Reading {
  fields: readonly FilterField[]
  today: string
  /** Keys of a condition on an encrypted field. */
  keysOf(asked: Omit<Asked, 'keys'>): Asked['keys']
  /** Whether conditions on sensitive fields are taken: not from an address, and only from who may see the values. */
  sensitive: 'refused' | 'forbidden' | 'taken'
}

const addressed = 'is not searched for in an address; send the conditions in the body of a POST'

/**
 * Reads conditions as a caller sent them.
 * @param sent from an address as JSON, or from a body
 * @throws InvalidInput naming each field with a problem; NotAllowed for sensitive fields
 */
export function readWhereFilter(sent: string | Where | undefined, reading: Reading): WhereFilter | undefined {
  if (sent === undefined) return undefined
  const where = typeof sent === 'string' ? readWhere(sent) : sent
  if (!where) throw new InvalidInput([{ field: 'where', message: 'must be conditions as JSON, 1 to 10' }])
  // Of JSON in an address, nothing has looked at the characters that it escapes.
  refuseUnstorable({ where })
  const problems: Problem[] = whereProblems(where, reading.fields)
  const asked = where.conditions.flatMap(({ field: name, operator: asked, values }) => {
    const field = reading.fields.find((known) => known.name === name)
    const operator = field && operatorNamed(asked, field)
    if (!field || !operator) return []
    if (field.kind === 'sensitive' && reading.sensitive === 'refused')
      problems.push({ field: name, message: addressed })
    return [{ field, operator, values }]
  })
  if (problems.length > 0) throw new InvalidInput(problems)
  const hidden = asked.filter(({ field }) => field.kind === 'sensitive')
  if (hidden.length > 0 && reading.sensitive === 'forbidden') {
    throw new NotAllowed(`${hidden.map(({ field }) => field.label).join(', ')}: not with your access level.`)
  }
  const withKeys = asked.map((one) => ({ ...one, keys: reading.keysOf(one) }))
  return { match: where.match, asked: withKeys, today: reading.today }
}

/** The sensitive fields that conditions name. */
export const sensitiveAsked = (where: WhereFilter | undefined): string[] => [
  ...new Set((where?.asked ?? []).filter(({ field }) => field.kind === 'sensitive').map(({ field }) => field.name)),
]
