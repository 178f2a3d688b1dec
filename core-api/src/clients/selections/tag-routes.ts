import { ChangeTags, Tags } from '@agency/contract/client-tags'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { route } from '../../platform/access/route.ts'
import { by } from '../../platform/http/subject.ts'
import { readTags } from '../record/client-service.ts'
import { readTag } from './selection-service.ts'
import { addTag, listTags, removeTag } from './tag-repository.ts'

const tags = ['clients']
const OfClient = Strict({ id: Id })
const subject = by.client('params.id')

export const tagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app
  const reading = { allow: ['admin'], permission: 'clients.read' } as const

  route(app, 'GET /tags', {
    config: { ...reading, subject: 'none' },
    schema: { tags, operationId: 'listTags', summary: 'The tags that clients have', response: { 200: Tags } },
    handler: async () => ({ tags: await listTags(db) }),
  })

  route(app, 'GET /clients/:id/tags', {
    config: { ...reading, subject },
    schema: {
      tags,
      operationId: 'listClientTags',
      summary: 'The tags of a client',
      params: OfClient,
      response: { 200: Tags },
    },
    handler: async ({ params }) => ({ tags: await readTags(db, params.id) }),
  })

  route(app, 'PUT /clients/:id/tags', {
    config: { allow: ['admin'], permission: 'clients.write', subject },
    schema: {
      tags,
      operationId: 'changeClientTags',
      summary: 'Give a client tags, and take tags from it; others stay',
      params: OfClient,
      body: ChangeTags,
      response: { 200: Tags, ...failures(409) },
    },
    handler: async ({ principal, params: { id }, body: { add = [], remove = [] } }) => {
      const added = add.map((tag) => readTag(tag, 'add'))
      await db.transaction().execute(async (trx) => {
        const changed: string[] = []
        for (const tag of added) changed.push(...(await addTag(trx, tag, [id])))
        for (const tag of remove) changed.push(...(await removeTag(trx, tag, [id])))
        if (changed.length === 0) return
        await recordUnlessArchived(trx, principal, {
          ...{ action: 'client.changed', clientId: id, subjectId: id, fields: ['tag'] },
        })
      })
      return { tags: await readTags(db, id) }
    },
  })
}
