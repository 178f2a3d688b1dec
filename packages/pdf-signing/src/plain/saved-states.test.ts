import { describe, expect, it } from 'vitest'
import { countSavedStates } from './saved-states.ts'

const count = (content: string) => countSavedStates(Buffer.from(content, 'latin1'))

describe('countSavedStates', () => {
  it.each([
    ['q 1 0 0 1 5 5 cm Q', 0, 0],
    ['q q Q', 0, 1],
    ['Q Q q', 2, 1],
    ['q[1 2]0 d/q gs<</q 1>>Q', 0, 0],
    ['BT (q \\) q (nested q) q) Tj ET q', 0, 1],
    ['<71 20 71> Tj % q q q\nq', 0, 1],
    ['BI /W 2 /H 1 ID \u0001q q EIq Q Q\u0002 EI q', 0, 1],
    ['(unclosed q', 0, 0],
    ['', 0, 0],
  ])(
    'given %j, when its states are counted, then %i were not opened and %i not closed',
    (content, unopened, unclosed) => {
      expect(count(content)).toEqual({ unopened, unclosed })
    },
  )
})
