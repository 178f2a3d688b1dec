import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'

describe.each([
  ['staff', 401],
  ['everyone', 200],
])('GET /docs/json with API_DOCS=%s', (API_DOCS, ofNobody) => {
  let core: Core
  beforeAll(async () => {
    core = await startCore({ API_DOCS })
  })
  afterAll(() => core.close())

  it('given staff and a caller without a login, when both read the description, then staff may and nobody as set @full', async () => {
    const statuses = []
    for (const principal of [await core.admin(), nobody]) {
      statuses.push((await core.ask(principal, { method: 'GET', url: '/docs/json' })).statusCode)
    }
    expect(statuses).toEqual([200, ofNobody])
  })
})
