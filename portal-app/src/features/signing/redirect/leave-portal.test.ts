import { expect, test, vi } from 'vitest'

// Page tests replace it: see src/testing/setup.ts.
const { leaveFor } = await vi.importActual<typeof import('./leave-portal.ts')>('./leave-portal.ts')

test.each(['javascript:alert(1)', 'data:text/html,hello', 'signing', ''])(
  'given %s as the address, when the portal is to be left for it, then it is refused',
  (url) => {
    expect(() => leaveFor(url)).toThrow()
  },
)
