import { expect, it } from 'vitest'
import { getDisclosure } from './disclosure.ts'

it.each([
  ['en', '8ca0e49807a2bb407aff08377fcf199945fc90b0afd2d2350f304289e7e9b24a'],
  ['es', 'dbbe6d0d7fee3d8d297146e6468b263353c81d28f60c8b3c191f33276f33d4b3'],
  ['pt', '72b9db263a7be679d6ef303c847106307aaef558315d23a74737d3b25037017f'],
] as const)(
  'given version 2026-11-1 in %s, when it is disclosed, then its text is the one of that version',
  (language, sha256) => {
    // A changed text needs a new version: consents name both.
    expect(getDisclosure(language, 'Rivera & Sons')).toMatchObject({ version: '2026-11-1', sha256 })
  },
)
