import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { NotFound } from '../errors.ts'
import { recordNamedIn } from '../http/subject.ts'
import { refuseArchived } from './require-subject.ts'
import { type FoundSubject, findSubject } from './subject-repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    subject: FoundSubject | undefined
  }
  interface FastifyInstance {
    /** Checks the subject of a multipart/form-data body, which the handler reads. @throws NotFound; WrongState */
    checkBodySubject(request: FastifyRequest, fields: object): Promise<void>
  }
}

export const changesData = (method: string): boolean => !['GET', 'HEAD'].includes(method)

/**
 * Checks the subject before any work: outside the scope 404, a write to an archived one 409. `recordUnlessArchived`
 * refuses what is archived after this check. Queries of a client's calls are limited to its session.
 */
export const subjectGuard = fp(
  async (app) => {
    const check = async (request: FastifyRequest, fields?: object): Promise<void> => {
      const { principal } = request
      const { subject, inArchive, form } = request.routeOptions.config
      if (principal?.kind !== 'admin' || !subject || subject === 'none' || subject.kind === 'clients') return
      const isWrite = changesData(request.method)
      if (!isWrite && principal.scope === 'all') return
      const part = subject.part === 'body' && fields ? fields : request[subject.part]
      // `readPdfForm` reads these fields, and calls `checkBodySubject`.
      if (form && subject.part === 'body' && part === undefined) return
      const name = recordNamedIn(part, subject)
      // Only fields of the query are optional.
      if (!name && subject.part === 'query') return
      request.subject = name && (await findSubject(app.db, name, principal.scope))
      if (!request.subject) throw new NotFound()
      if (isWrite && !inArchive) refuseArchived(request.subject)
    }
    app.decorateRequest('subject')
    app.decorate('checkBodySubject', check)
    app.addHook('preHandler', (request) => check(request))
  },
  { name: 'subject-guard', dependencies: ['database', 'principals'] },
)
