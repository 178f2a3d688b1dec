import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from './common.ts'
import { route } from './route.ts'

/** Tags are the same whatever their letters: the first spelling stays. */
export const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' })
export const Tags = Type.Object({ tags: Type.Array(Type.String()) })

export const ChangeTags = Strict({
  add: Type.Optional(Type.Array(Tag, { maxItems: 20 })),
  remove: Type.Optional(Type.Array(Tag, { maxItems: 20 })),
})
export type ChangeTags = Static<typeof ChangeTags>

export const tagApi = {
  all: route('GET', '/tags', { response: Tags }),
  ofClient: route('GET', '/clients/:id/tags', { response: Tags }),
  change: route('PUT', '/clients/:id/tags', { body: ChangeTags, response: Tags }),
}
