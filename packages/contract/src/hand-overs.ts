import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ClientKeepers } from './clients.ts'
import { Id } from './common.ts'
import { route } from './route.ts'

export const HandOver = Type.Object(
  {
    client_ids: Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true }),
    ...ClientKeepers.properties,
  },
  { additionalProperties: false, minProperties: 2 },
)
export type HandOver = Static<typeof HandOver>

export const HandedOver = Type.Object({ clients: Type.Integer({ description: 'How many were handed over' }) })
export type HandedOver = Static<typeof HandedOver>

export const handOverApi = {
  some: route('POST', '/clients/hand-over', { body: HandOver, response: HandedOver }),
  allOf: route('POST', '/admin/:id/clients/hand-over', { body: ClientKeepers, response: HandedOver }),
}
