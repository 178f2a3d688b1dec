import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { type ProposedValue, readProposedValue } from '../../clients/record/client-input.ts'

type Names = Pick<ClientRecord, 'client_first_name' | 'client_last_name'>

/**
 * What a whole name, as a client wrote it, makes of the two names of the record. The name that stays as it is on the
 * record tells where the other begins; if neither stays, the last word is the last name. Staff decide.
 */
export function namesIn(written: string, record: Names): ProposedValue[] {
  const [first, last] = split(written, record)
  return clientFields.flatMap((field) => {
    const text = { client_first_name: first, client_last_name: last }[String(field.name)]
    const read = text ? readProposedValue(field, text) : undefined
    return typeof read === 'object' ? [read] : []
  })
}

function split(written: string, { client_first_name: first, client_last_name: last }: Names): [string, string] {
  const words = written.trim().split(/\s+/)
  const named = (some: readonly string[]) => some.join(' ').toLocaleLowerCase()
  const count = (name: string | null) => (name ?? '').trim().split(/\s+/).filter(Boolean).length
  const at = (index: number): [string, string] => [words.slice(0, index).join(' '), words.slice(index).join(' ')]
  const lastAt = words.length - count(last)
  if (last && lastAt > 0 && named(words.slice(lastAt)) === named([last.trim()])) return at(lastAt)
  const firstEnd = count(first)
  if (first && firstEnd < words.length && named(words.slice(0, firstEnd)) === named([first.trim()])) return at(firstEnd)
  return at(Math.max(1, words.length - 1))
}
