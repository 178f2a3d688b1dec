import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from './common.ts'

/** Whether one gets a summary of what is due by e-mail each morning. */
export const DigestChoice = Strict({ digest: Type.Boolean() })
export type DigestChoice = Static<typeof DigestChoice>
