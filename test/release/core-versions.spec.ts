import { staffUrl } from '@agency/test-kit/product/product-address'
import { startRoutedProduct } from '@agency/test-kit/product/routed-product'
import { expect, test } from '@playwright/test'
import { checkInBrowser } from './check-in-browser.ts'
import { standBetween, withOneFieldMore } from './core-between.ts'
import { artefactOf } from './release-test.ts'

/** Headers that core-api has known from its first release on. */
const known = ['host', 'content-type', 'content-length', 'transfer-encoding', 'x-principal', 'if-match', 'accept']

test('given a core-api of another version, which adds a field to every answer and has a new route, and which knows no header of today, when staff and clients work, then bff and apps do as ever @full', async () => {
  const dropped = new Set<string>()
  const product = await startRoutedProduct((core) =>
    standBetween(core, {
      headers(headers) {
        for (const name of Object.keys(headers)) if (!known.includes(name)) dropped.add(name)
        return Object.fromEntries(Object.entries(headers).filter(([name]) => known.includes(name)))
      },
      body: withOneFieldMore,
      routes: { '/added-by-a-newer-core': { fresh: true } },
    }),
  )
  try {
    for (const part of ['shared-ui', 'admin-app', 'portal-app'] as const) product.deploy(part, artefactOf(part))
    expect(await checkInBrowser(product)).toEqual([])
    const answer = await fetch(staffUrl('/admin/_api/added-by-a-newer-core'))
    expect(await answer.json()).toEqual({ fresh: true })
    expect([...dropped]).toEqual(expect.arrayContaining(['x-request-id', 'idempotency-key']))
  } finally {
    await product.stop()
  }
})
