import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Strict } from './common.ts'

export const ExportAgency = Strict({
  recipient: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The public key of age to encrypt for, `age1…`; without it, the key of the backups',
    }),
  ),
  confirmation: Type.Optional(Type.String({ ...Id, description: 'Of POST /admin/me/confirmations' })),
})
export type ExportAgency = Static<typeof ExportAgency>
