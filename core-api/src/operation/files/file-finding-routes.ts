import { FileFinding } from '@agency/contract/file-findings'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { listFindings } from './finding-repository.ts'

/** With more findings, the whole store is restored. */
const mostListed = 500

export const fileFindingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  route(app, 'GET /file-findings', {
    config: { allow: ['admin'], permission: 'service.read', subject: 'none' },
    schema: {
      tags: ['service'],
      operationId: 'listFileFindings',
      summary: `Stored files that are missing or damaged, oldest finding first, ${mostListed} at most`,
      response: { 200: Type.Array(FileFinding) },
    },
    handler: ({ principal }) => readFindings(app.db, asAdmin(principal).scope),
  })
}

async function readFindings(db: Database, scope: ClientScope): Promise<FileFinding[]> {
  const findings = new Map<string, FileFinding>()
  for (const row of await listFindings(db, mostListed, scope)) {
    const { file_id, state, found_at, kind, record_id: id, client_id, session_id } = row
    const finding = findings.get(file_id) ?? { file_id, state, found_at, used_in: [] }
    if (kind && id) finding.used_in.push({ kind, id, client_id, session_id })
    findings.set(file_id, finding)
  }
  return [...findings.values()]
}
