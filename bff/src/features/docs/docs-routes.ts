import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failures } from '@agency/contract/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { relayError } from '../../platform/cores/core-client.ts'
import { serviceFolder } from '../../platform/folders.ts'

const pageDirectory = join(serviceFolder, 'src/features/docs/page')
const viewerDirectory = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const viewerFiles = ['/swagger-ui.css', '/swagger-ui-bundle.js']

/** core-api decides who may read the description. */
function askForDescription(app: FastifyInstance, request: FastifyRequest) {
  const id = app.readAdminToken(request)
  const { ip: address } = request
  const as = id ? ({ kind: 'admin', id, address } as const) : ({ kind: 'nobody', address } as const)
  return app.askCore(request, as, { method: 'GET', path: '/docs/json' })
}

/** The OpenAPI document of the API, and a page that displays it. The page is public; the document may need a login. */
export const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = {
    tags: ['service'],
    operationId: 'getApiDescription',
    summary: 'The description of the API',
    description: 'For staff, or for everyone if `API_DOCS` says so.',
    security: [{ adminToken: [] }],
    response: {
      200: Type.Unknown({ description: 'An OpenAPI 3.1 document' }),
      ...failures(401, 500, 502, 503),
    },
  }
  app.get('/docs/json', { schema }, async (request, reply) => {
    const answer = await askForDescription(app, request)
    if (answer.status !== 200) return relayError(reply, answer)
    // Loaded when it is used: it needs the schemas of the whole contract.
    const { mergeDescriptions } = await import('./merge-descriptions.ts')
    return reply.header('cache-control', 'private, no-store').send(mergeDescriptions(answer.body, app.swagger()))
  })

  const page = await readFile(join(pageDirectory, 'docs.html'), 'utf8')
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  await app.register(fastifyStatic, { root: pageDirectory, prefix: '/docs/page/', index: false, decorateReply: false })
  await app.register(fastifyStatic, {
    root: viewerDirectory,
    prefix: '/docs/viewer/',
    index: false,
    decorateReply: false,
    allowedPath: (path) => viewerFiles.includes(path),
  })
}
