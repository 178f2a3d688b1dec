import { sendRaw } from '@agency/test-kit/api/raw-http'
import { passcode } from '@agency/test-kit/api/staff-api'
import { agency, credentials } from '@agency/test-kit/product/product-address'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { password } = credentials

const { product, staff } = await useSharedProduct()

describe('the API base path', () => {
  it('[AP-10] given a call under each base path, when it is made, then the same API answers; without one there is none', async () => {
    expect((await product.asStaff('/capabilities', { headers: staff.headers })).status).toBe(200)
    const { session_code } = await staff.startSession((await staff.addClient()).id)
    const portal = await product.openSession(session_code)
    expect((await portal.ask('GET', '/capabilities')).status).toBe(200)
    const bare = await fetch(`${product.bffUrl}/capabilities`, { redirect: 'manual', headers: staff.headers })
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/admin/login'])
  })

  it('[FE-05] given the token under the portal’s base path or the cookie under the staff’s, when asked, then neither counts', async () => {
    const { session_code, client_id } = await staff.startSession((await staff.addClient()).id)
    const { cookie } = await product.openSession(session_code)
    expect((await product.asClient(`/clients/${client_id}`, { headers: staff.headers })).status).toBe(401)
    expect((await product.asStaff(`/clients/${client_id}`, { headers: { cookie } })).status).toBe(401)
  })

  it('given a caller who states an identity, an address or a request id, when asked, then they change nothing', async () => {
    const { session_code, id } = await staff.startSession((await staff.addClient()).id)
    const claimed = {
      'x-principal': 'eyJhbGciOiJub25lIn0.eyJraW5kIjoiYWRtaW4ifQ.',
      'x-request-id': 'mine',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'client.localhost',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9;host=client.localhost',
    }
    expect((await product.asStaff('/clients', { headers: claimed })).status).toBe(401)
    expect((await product.asClient(`/sessionforms/session/${id}`, { headers: claimed })).status).toBe(401)
    const answer = await product.asStaff('/clients', { headers: { ...staff.headers, ...claimed } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-request-id')).not.toBe('mine')
    const portal = await product.openSession(session_code)
    const own = await product.asClient(`/session/${session_code}/details`, {
      headers: { ...claimed, cookie: portal.cookie },
    })
    expect(own.status).toBe(200)
  })

  it('given a login of the other base path, or a call of the service itself, when made under this one, then 404', async () => {
    const { session_code } = await staff.startSession((await staff.addClient()).id)
    const asked = [
      ['POST', '/session/_api/admin/login', { username: 'admin', password }],
      ['POST', `/admin/_api/api/session/${session_code}/auth`, { passcode }],
      ['GET', '/admin/_api/readyz', undefined],
      ['GET', '/admin/_api/version', undefined],
      ['GET', '/admin/_api/docs/json', undefined],
    ] as const
    for (const [method, path, body] of asked) {
      const headers = { ...staff.headers, 'content-type': 'application/json', origin: product.bffUrl }
      const answer = await fetch(`${product.bffUrl}${path}`, { method, headers, body: body && JSON.stringify(body) })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it('given an address that is none, when asked for under a base path, then 404 for whoever asks', async () => {
    for (const headers of [{}, staff.headers]) {
      const answer = await product.asStaff('/no/such/address', { headers })
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('the description of the API', () => {
  const tokens = () => staff.headers

  it('given staff alone may read it, when asked for, then with a live login alone @full', async () => {
    const mine = await product.ask('/docs/json', { headers: tokens() })
    expect(mine.status).toBe(200)
    expect(await mine.json()).toMatchObject({ openapi: '3.1.0', paths: { '/clients': {} } })
    expect((await product.ask('/docs/json')).status).toBe(401)
    const { headers: ended } = await product.logIn()
    await product.asStaff('/admin/logout', { method: 'POST', headers: ended })
    expect((await product.ask('/docs/json', { headers: ended })).status).toBe(401)
  })

  it('given the page that shows it, when asked for, then it holds nothing of it, and nothing inline', async () => {
    const page = await fetch(`${product.bffUrl}/docs`, { redirect: 'manual' })
    const html = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).not.toMatch(/operationId|<style|<script(?![^>]*src=)|style=|https?:/)
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect((await fetch(`${product.bffUrl}${path}`)).status, path).toBe(200)
    }
    expect((await fetch(`${product.bffUrl}/docs/viewer/package.json`)).status).toBe(404)
  })

  it('given a client-facing host, when the page or the description is asked for, then the agency’s website', async () => {
    for (const path of ['/docs', '/docs/json']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: client.localhost\r\nConnection: close\r\n\r\n`
      const { status, head } = await sendRaw(product.bffUrl, request)
      expect([path, status]).toEqual([path, 302])
      expect(head).toContain(`location: ${agency.website}`)
    }
  })
})
