import { DuplicateQuery, LikelyDuplicates } from '@agency/contract/client-duplicates'
import { failures } from '@agency/contract/errors'
import { spelledOut, squeezedForm } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { emailAddress, searchValue } from '../list/search-values.ts'
import { type DuplicateSearch, findDuplicates } from './duplicate-repository.ts'

/** Shorter numbers, as extensions, are shared by many. */
const shortestPhone = 7

/** Warns, before a client is added, of clients that may be the same person. */
export const duplicateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  route(app, 'GET /clients/duplicates', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags: ['clients'],
      operationId: 'findDuplicateClients',
      summary: 'Clients with the same e-mail address, phone number, or name (and birth date, if given)',
      querystring: DuplicateQuery,
      response: { 200: LikelyDuplicates, ...failures(429) },
    },
    handler: async ({ principal, query }) => {
      const clients = await findDuplicates(db, readSearch(query, cipher), asAdmin(principal).scope)
      await recordReads.countListed(
        principal,
        clients.map(({ id }) => id),
      )
      return { clients }
    },
  })
}

function readSearch(
  { email, phone, first_name, last_name, dob }: DuplicateQuery,
  cipher: FieldCipher,
): DuplicateSearch {
  const [address, digits] = [emailAddress(email ?? ''), readPhoneDigits(phone ?? '')]
  const [first, last] = [squeezedForm(first_name ?? ''), squeezedForm(last_name ?? '')]
  const otherSpelling = (name = '') => spelledOut(name).replaceAll(' ', '')
  const spelled = { first: otherSpelling(first_name), last: otherSpelling(last_name) }
  const keyed = (kind: 'email' | 'phone', value: string) => ({
    value,
    keys: cipher.searchKeys(searchValue(kind, value)),
  })
  return {
    email: address === undefined ? undefined : keyed('email', address),
    phone: digits === undefined || digits.length < shortestPhone ? undefined : keyed('phone', digits),
    name: first && last ? { first, last, spelled } : undefined,
    dob,
  }
}
