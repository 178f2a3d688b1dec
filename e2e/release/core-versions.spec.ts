import { expect, test } from '@playwright/test'
import { staffUrl } from '../product-address.ts'
import { openStaffApi } from '../staff-api.ts'
import { checkInBrowser } from './check-in-browser.ts'
import { standBetween, withOneFieldMore } from './core-between.ts'
import { startDeployedProduct } from './deployed-product.ts'
import { artefactOf } from './release-test.ts'

test('given a newer core-api, with one field more in every answer and one more route, when staff and clients work, then bff and apps of before do', async () => {
  const product = await startDeployedProduct((core) =>
    standBetween(core, { body: withOneFieldMore, routes: { '/added-by-a-newer-core': { fresh: true } } }),
  )
  try {
    for (const part of ['shared-ui', 'admin-app', 'portal-app'] as const) product.deploy(part, artefactOf(part))
    expect(await checkInBrowser(product)).toEqual([])
    const answer = await fetch(staffUrl('/admin/_api/added-by-a-newer-core'))
    expect(await answer.json()).toEqual({ fresh: true })
  } finally {
    await product.stop()
  }
})

test('given an older core-api, which knows no header of today, when the bff of today calls it, then it works', async () => {
  const known = ['host', 'content-type', 'content-length', 'transfer-encoding', 'x-principal', 'if-match', 'accept']
  const seen = new Set<string>()
  const product = await startDeployedProduct((core) =>
    standBetween(core, {
      headers(headers) {
        for (const name of Object.keys(headers)) seen.add(name)
        return Object.fromEntries(Object.entries(headers).filter(([name]) => known.includes(name)))
      },
    }),
  )
  try {
    const api = await openStaffApi()
    const client = await api.addClient({ client_last_name: 'Older' })
    const session = await api.startSession(client.id)
    expect((await api.readSession(session.session_code)).client_id).toBe(client.id)
    expect(seen).toContain('x-request-id')
    await api.close()
  } finally {
    await product.stop()
  }
})
