import { configure } from '@testing-library/react'
import * as React from 'react'

// For tests. The whole document in the text of each error, also of those that a wait catches, takes an eighth of the time.
configure({ getElementError: (message) => new Error(message ?? undefined) })

// React captures a stack with each element, at most 10,000 a second, to show it in a warning. This takes a twelfth of the time.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('This version of React counts its stacks elsewhere.')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })
