import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { by } from '../../platform/http/subject.ts'
import { openPacket } from './packet-service.ts'

const mimeType = 'application/zip'

export const packetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files, sealKeys, recordReads } = app

  route(app, 'GET /session/:code/packet', {
    config: { allow: ['admin', 'session'], permission: 'clients.export', subject: by.sessionCode('params.code') },
    schema: {
      tags: ['sessions'],
      operationId: 'downloadPacket',
      summary: 'All sealed documents of a session, and a signed manifest of their hashes, in a ZIP archive',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      response: { 200: fileAnswer(mimeType), ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const { principal, params } = request
      const { name: agencyName } = await app.agency.read()
      const context = { db, files, principal, sealKey: sealKeys.current, agencyName, recordReads }
      const packet = await openPacket(context, params.code)
      packet.content.once('error', (err) => request.log.error({ err }, 'the download of a packet failed'))
      return sendFile(reply, { ...packet, mimeType })
    },
  })
}
