import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from './common.ts'
import { route } from './route.ts'

export const DigestChoice = Strict({ digest: Type.Boolean() })
export type DigestChoice = Static<typeof DigestChoice>

export const digestApi = {
  read: route('GET', '/admin/me/digest', { response: DigestChoice }),
  choose: route('PUT', '/admin/me/digest', { body: DigestChoice, response: DigestChoice }),
}
