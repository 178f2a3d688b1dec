import {
  ClientDuplicates,
  DistinctClient,
  DuplicateQuery,
  DuplicateQueue,
  duplicateApi,
  LikelyDuplicates,
} from '@agency/contract/client-duplicates'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { spelledOut, squeezedForm } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { shortestPhone } from '../list/duplicate-keys.ts'
import { emailAddress, searchValue } from '../list/search-values.ts'
import { type DuplicateSearch, findDuplicates } from './duplicate-repository.ts'
import { dismissPair } from './duplicate-service.ts'
import { listDuplicatesOf, listPairs } from './pair-repository.ts'

const tags = ['clients']
const OfClient = Strict({ id: Id })

export const duplicateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  route(app, 'GET /clients/duplicates', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags,
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

  route(app, 'GET /clients/duplicates/queue', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags,
      operationId: 'listDuplicateClients',
      summary: 'Pairs of records that may be of one person, with the reasons',
      querystring: duplicateApi.queue.query,
      response: { 200: DuplicateQueue, ...failures(429) },
    },
    handler: async ({ principal, query }) => {
      const queue = await listPairs(db, asAdmin(principal).scope, query.offset ?? 0)
      const ids = queue.pairs.flatMap(({ clients }) => clients.map(({ id }) => id))
      await recordReads.countListed(principal, [...new Set(ids)])
      return queue
    },
  })

  route(app, 'GET /clients/:id/duplicates', {
    config: { allow: ['admin'], permission: 'clients.read', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'listDuplicatesOfClient',
      summary: 'The records that may be of the same person as a client, with the reasons',
      params: OfClient,
      response: { 200: ClientDuplicates, ...failures(429) },
    },
    handler: async ({ principal, params }) => {
      const clients = await listDuplicatesOf(db, params.id, asAdmin(principal).scope)
      await recordReads.countListed(
        principal,
        clients.map(({ id }) => id),
      )
      return { clients }
    },
  })

  route(app, 'POST /clients/:id/not-duplicates', {
    config: { allow: ['admin'], permission: 'clients.write', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'dismissDuplicate',
      summary: 'Say that two records are of two persons: they are never listed as duplicates again',
      params: OfClient,
      body: DistinctClient,
      response: { 204: NoContent },
    },
    handler: async ({ principal, params, body }, reply) => {
      await dismissPair(db, asAdmin(principal), [params.id, body.other_id])
      return reply.code(204).send()
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
