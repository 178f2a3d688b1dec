import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExportAgency } from '@agency/contract/agency-archive'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { requirePresence } from '../../staff/admins/second-factor/confirmation.ts'
import { areRecipients, encryptFor, recipientsIn } from '../backup/age-encryption.ts'
import { exportAgency } from './export-agency.ts'

const mimeType = 'application/octet-stream'

/** Downloads the whole agency, encrypted. It is taken in by `npm run import`, into a new installation. */
export const archiveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config, fileStore: store } = app

  route(app, 'POST /agency-archive', {
    config: { allow: ['admin'], permission: 'agency.export', subject: 'none' },
    schema: {
      tags: ['service'],
      operationId: 'exportAgency',
      summary: 'The whole agency as one archive in open formats, encrypted for a public key of age',
      description: 'An archive that ends early does not decrypt to its end.',
      body: ExportAgency,
      response: { 200: fileAnswer(mimeType), ...failures(403) },
    },
    handler: async (request, reply) => {
      const { recipient, confirmation } = request.body
      const recipients = await readRecipients(recipient, config.BACKUP_RECIPIENT)
      const principal = asAdmin(request.principal)
      await requirePresence(db, principal, confirmation)
      await recordEvent(db, principal, { action: 'agency.export-started' })
      const content = new PassThrough()
      void exportAgency({ db, store, cipher }, async (archive) =>
        pipeline(await encryptFor(recipients, archive), content),
      ).catch((err: Error) => {
        request.log.error({ err }, 'the archive of the agency has ended early')
        content.destroy(err)
      })
      const day = new Date().toISOString().slice(0, 10)
      return sendFile(reply, { name: `Agency ${day}.tar.age`, mimeType, content })
    },
  })
}

/** @throws InvalidInput */
async function readRecipients(sent: string | undefined, usual: string | undefined): Promise<string[]> {
  const recipients = recipientsIn(sent ?? usual ?? '')
  if (recipients.length > 0 && (await areRecipients(recipients))) return recipients
  throw new InvalidInput([{ field: 'recipient', message: 'must be a public key of age, which begins with age1' }])
}
