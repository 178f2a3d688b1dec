import { expect, test } from 'vitest'
import { leaveFor } from './leave-portal.ts'

test.each(['javascript:alert(1)', 'data:text/html,hello', 'signing', ''])(
  'given %s as the address, when the portal is to be left for it, then it is refused',
  (url) => {
    expect(() => leaveFor(url)).toThrow()
  },
)
