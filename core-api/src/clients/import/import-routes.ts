import {
  ClientImport,
  ClientImports,
  DecideImportRows,
  ImportPlan,
  ImportRows,
  ImportRowsQuery,
  importRowsPerPage,
  MissingClients,
  MissingQuery,
} from '@agency/contract/client-imports'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { withUploads } from '../../platform/files/uploads/read-uploads.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin, type Principal } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { changePlan } from './change-plan.ts'
import { eraseNow } from './erase-import.ts'
import { requireImport } from './import-repository.ts'
import { countMissing, listMissing } from './import-row-repository.ts'
import {
  createImport,
  decide,
  getImport,
  getImports,
  startCheck,
  startRevert,
  startRun,
  stopRun,
} from './import-service.ts'
import { clientsIn, pageOfRows, rowsAsCsv, starterSheet } from './view-rows.ts'

const ById = Strict({ id: Id })
const tags = ['clients']

/** Imports of clients. */
export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const largest = app.config.UPLOAD_LIMIT_MB * 1024 * 1024
  const { db, files, cipher, recordReads } = app
  const config = { allow: ['admin'], permission: 'clients.import', subject: 'none' } as const
  const contextOf = (request: FastifyRequest) => ({ db, files, cipher, principal: asAdmin(request.principal) })

  async function shownTo(principal: Principal, id: string) {
    const { plan, created_by } = await requireImport(db, id)
    return { plan, isOwn: created_by === asAdmin(principal).adminId }
  }

  route(app, 'GET /client-imports', {
    config,
    schema: { tags, operationId: 'listImports', summary: 'The newest imports', response: { 200: ClientImports } },
    handler: async () => ({ imports: await getImports({ db, cipher }) }),
  })

  route(app, 'POST /client-imports', {
    config: { ...config, form: { fields: Strict({}), part: 'file', many: false } },
    schema: {
      tags,
      operationId: 'uploadImport',
      summary: 'Upload a table of clients, CSV or XLSX',
      headers: IdempotencyHeaders,
      response: { 201: ClientImport, ...failures(422) },
    },
    handler: async (request, reply) => {
      const made = await withUploads(request, { files, part: 'file', largest }, async ([upload, ...more]) => {
        if (!upload || more.length > 0) throw new InvalidInput([{ field: 'file', message: 'must be one file' }])
        const call = idempotentCall(cipher, request, [upload.name, upload.file.sha256.toString('hex')])
        return createImport({ ...contextOf(request), call }, upload)
      })
      return reply.code(201).send(made)
    },
  })

  route(app, 'GET /client-imports/starter-sheet', {
    config,
    schema: {
      tags,
      operationId: 'getStarterSheet',
      summary: 'An empty table with a column for each field',
      response: { 200: fileAnswer('text/csv') },
    },
    handler: async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="clients.csv"')
        .send(starterSheet()),
  })

  route(app, 'GET /client-imports/:id', {
    config,
    schema: { tags, operationId: 'getImport', summary: 'An import', params: ById, response: { 200: ClientImport } },
    handler: ({ params }) => getImport({ db, cipher }, params.id),
  })

  route(app, 'PUT /client-imports/:id/plan', {
    config,
    schema: {
      tags,
      operationId: 'planImport',
      summary: 'Change how the file is read, and what its columns are',
      params: ById,
      body: ImportPlan,
      response: { 200: ClientImport, ...failures(409) },
    },
    handler: (request) => changePlan(contextOf(request), request.params.id, request.body),
  })

  const step = (name: 'check' | 'run' | 'stop' | 'revert', summary: string, work: typeof startCheck) =>
    route(app, `POST /client-imports/:id/${name}`, {
      config,
      schema: {
        tags,
        operationId: `${name}Import`,
        summary,
        params: ById,
        response: { 200: ClientImport, ...failures(409) },
      },
      handler: async (request) => {
        const begun = await work(contextOf(request), request.params.id)
        app.wakeJobs()
        return begun
      },
    })
  step('check', 'Start the dry run', startCheck)
  step('run', 'Import the rows, or go on with it', startRun)
  step('stop', 'Stop after the rows at work', stopRun)
  step('revert', 'Undo what was imported, but for what was edited since', startRevert)

  route(app, 'GET /client-imports/:id/rows', {
    config,
    schema: {
      tags,
      operationId: 'listImportRows',
      summary: `${importRowsPerPage} rows with what their import does or has done; sensitive values are masked`,
      params: ById,
      querystring: ImportRowsQuery,
      response: { 200: ImportRows, ...failures(429) },
    },
    handler: async ({ principal, params: { id }, query }) => {
      const { plan, isOwn } = await shownTo(principal, id)
      const page = await pageOfRows({ db, cipher, files }, { id, plan, query })
      await recordReads.countListed(principal, clientsIn(page.rows, isOwn))
      return page
    },
  })

  route(app, 'GET /client-imports/:id/rows.csv', {
    config,
    schema: {
      tags,
      operationId: 'downloadImportRows',
      summary: 'The same of all rows of a filter, as CSV',
      params: ById,
      querystring: Strict({ outcome: ImportRowsQuery.properties.outcome }),
      response: { 200: fileAnswer('text/csv'), ...failures(429) },
    },
    handler: async ({ principal, params: { id }, query }, reply) => {
      const { plan, isOwn } = await shownTo(principal, id)
      await recordEvent(db, principal, { action: 'clients.import-downloaded', subjectId: id })
      const shown = { id, plan, query }
      const content = rowsAsCsv({ db, cipher, files }, shown, (rows) =>
        recordReads.countListed(principal, clientsIn(rows, isOwn)),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="import.csv"')
        .send(content)
    },
  })

  route(app, 'PUT /client-imports/:id/decisions', {
    config,
    schema: {
      tags,
      operationId: 'decideImportRows',
      summary: 'Decide an ambiguous row, or all undecided ones',
      params: ById,
      body: DecideImportRows,
      response: { 200: ClientImport, ...failures(409) },
    },
    handler: (request) => decide(contextOf(request), request.params.id, request.body),
  })

  route(app, 'GET /client-imports/:id/missing', {
    config,
    schema: {
      tags,
      operationId: 'listMissingClients',
      summary: 'Clients of the former file with the same headings who are not in this one',
      params: ById,
      querystring: MissingQuery,
      response: { 200: MissingClients, ...failures(429) },
    },
    handler: async ({ principal, params: { id }, query }) => {
      await requireImport(db, id)
      const page = { limit: importRowsPerPage, offset: query.offset ?? 0 }
      const clients = await listMissing(db, id, page)
      await recordReads.countListed(
        principal,
        clients.map((client) => client.id),
      )
      return { clients, total: await countMissing(db, id) }
    },
  })

  route(app, 'DELETE /client-imports/:id/file', {
    config,
    schema: {
      tags,
      operationId: 'eraseImportFile',
      summary: 'Delete the file and the values of its rows at once; what was imported stays',
      params: ById,
      response: { 200: ClientImport, ...failures(409) },
    },
    handler: (request) => eraseNow(contextOf(request), request.params.id),
  })
}
