import { expect, it } from 'vitest'
import { getDisclosure } from './disclosure.ts'

it.each([
  ['en', 'c93c0db531ecb16b8fb98dd856c99b20676dc61809a03b1ca7176fd6bc3c25d7'],
  ['es', '7c8cfa3d5cd798d49da2a49bf0e385274ca8384642d6e8b1445fd8427d27e039'],
  ['pt', 'b1987c178deecbbb9ee331fe6449e259af2311daeeff048050a7173217f53836'],
] as const)(
  '[PH-13] given version 2026-11-2 in %s, when it is disclosed, then its text is the one of that version',
  (language, sha256) => {
    // A changed text needs a new version: consents name both.
    expect(getDisclosure(language, 'Rivera & Sons')).toMatchObject({ version: '2026-11-2', sha256 })
  },
)
