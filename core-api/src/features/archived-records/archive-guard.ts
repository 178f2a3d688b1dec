import { ErrorBody } from '@agency/contract/errors'
import { normalizeSessionCode } from '@agency/contract/session-code'
import type { FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { findArchivedParts, type RecordName } from './archived-record-repository.ts'
import { refuseArchived } from './record-unless-archived.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route may be called for an archived record: it restores or deletes it, or changes nothing of it. */
    inArchive?: boolean
  }
}

const Values = Type.Record(Type.String(), Type.Unknown())

interface Guarded {
  /** The beginning of the paths. */
  path: string
  /** Where the record is named: in the validated parameters, or in the validated body. */
  part: 'params' | 'body'
  field: string
  name: (value: string) => RecordName
}

const client = (id: string): RecordName => ({ kind: 'client', id })
const session = (id: string): RecordName => ({ kind: 'session', id })
const sessionOfCode = (code: string): RecordName => ({ kind: 'session-code', code: normalizeSessionCode(code) })
const sessionForm = (id: string): RecordName => ({ kind: 'session-form', id })
const document = (id: string): RecordName => ({ kind: 'document', id })

/** The first that fits applies. */
const guarded: readonly Guarded[] = [
  { path: '/clients/:id', part: 'params', field: 'id', name: client },
  { path: '/upload/', part: 'params', field: 'clientId', name: client },
  { path: '/documents/', part: 'params', field: 'id', name: document },
  { path: '/sessionforms/session/', part: 'params', field: 'id', name: session },
  { path: '/sessionforms/', part: 'params', field: 'id', name: sessionForm },
  { path: '/sessionforms', part: 'body', field: 'session_id', name: session },
  { path: '/docusign/envelopes/', part: 'params', field: 'id', name: sessionForm },
  { path: '/session/', part: 'params', field: 'code', name: sessionOfCode },
  { path: '/session', part: 'body', field: 'client_id', name: client },
]

function nameIn(request: FastifyRequest, { part, field, name }: Guarded): RecordName | undefined {
  const values: unknown = request[part]
  const value = Check(Values, values) ? values[field] : undefined
  return typeof value === 'string' ? name(value) : undefined
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** What a route of staff writes to; undefined if no archived record refuses it. */
function guardOf({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): Guarded | undefined {
  if (!writes.has(String(method)) || config?.inArchive || !config?.allow?.includes('admin')) return undefined
  return guarded.find(({ path }) => url.startsWith(path))
}

/**
 * Refuses the calls of staff that change an archived client or session, or anything of it, with 409, before any work is
 * done. `recordUnlessArchived` refuses a change of a record that was archived after this check. A client's own calls need
 * no check: its login to an archived session has ended.
 */
export const archiveGuard = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const guard = guardOf(route)
      if (guard === undefined) return
      const { response } = route.schema ?? {}
      route.schema = {
        ...route.schema,
        response: { 409: ErrorBody, ...(typeof response === 'object' ? response : {}) },
      }
      const check = async (request: FastifyRequest) => {
        const name = request.principal?.kind === 'admin' ? nameIn(request, guard) : undefined
        if (name) refuseArchived(await findArchivedParts(app.db, name))
      }
      route.preHandler = [check, ...[route.preHandler ?? []].flat()]
    })
  },
  { name: 'archive-guard', dependencies: ['database', 'principals'] },
)
