import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Adopted } from './signature/adopted-signature.ts'

const session = { id: '01932b6e-1c00-7000-8000-000000000001', client_id: 'c', session_code: 'ABCDEFGHJKMN' }
const drawing = { png: 'iVBORw0KGgo', inked: true, strokes: [], width: 300, height: 100 }
const adopted: Adopted = {
  ...{ sessionId: session.id, name: 'María Álvarez', initials: 'MÁ', drawing },
  signature: { kind: 'drawn', png: 'iVBORw0KGgo' },
}

/** What the page loads: after `vi.resetModules`, as after a reload. */
async function load() {
  vi.resetModules()
  const { useSession } = await import('../../shared/session-store.ts')
  const drafts = await import('./fields/fields-draft.ts')
  const signature = await import('./signature/adopted-signature.ts')
  const { readEncrypted } = await import('./encrypted-text.ts')
  await signature.restoreSignature()
  await drafts.restoreReasons()
  const { useAdoptedSignature } = signature
  const readSignature = (id: string) => readEncrypted('signature', id)
  const readReasons = () => readEncrypted('reasons', session.id)
  return { ...signature, ...drafts, useSession, readSignature, readReasons, held: () => useAdoptedSignature.getState() }
}

async function signOn(page: Awaited<ReturnType<typeof load>>) {
  page.useSession.getState().open(session)
  page.held().adopt(adopted)
  page.placeSignature('form', 'field')
  // Reading waits for what is being stored.
  await page.readSignature(session.id)
}

beforeEach(() => sessionStorage.clear())

test('given an adopted signature and a placed field, when the page is reloaded, then both are there, and no storage has them in the clear', async () => {
  const page = await load()
  await signOn(page)
  const texts = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(texts).toContain('portalSignature')
  expect(texts).not.toMatch(/María|iVBORw0KGgo|field/)

  const again = await load()
  expect(again.held()).toMatchObject({ adopted, placed: { form: ['field'] } })
})

test('given a stored signature, when another session is opened in the tab, then it is not there', async () => {
  const page = await load()
  await signOn(page)
  page.useSession.setState({ session: { ...session, id: '01932b6e-1c00-7000-8000-000000000002' } })
  expect((await load()).held().adopted).toBeNull()
})

test.each(['left', 'expired', 'gone', 'replaced'] as const)(
  'given a stored signature, when the session is %s, then it is erased',
  async (reason) => {
    const page = await load()
    await signOn(page)
    page.useSession.getState().close(reason)
    expect(sessionStorage.getItem('portalSignature')).toBeNull()
    expect(await page.readSignature(session.id)).toBeUndefined()
  },
)

test('given fields placed in two documents, when one is signed or declined, then the other one is stored; after both nothing is', async () => {
  const page = await load()
  await signOn(page)
  page.placeSignature('other', 'field')
  page.discardDraft('form')
  expect(await page.readSignature(session.id)).toMatchObject({ placed: { other: ['field'] } })
  page.discardDraft('other')
  expect(await page.readSignature(session.id)).toBeUndefined()
  expect(sessionStorage.getItem('portalSignature')).toBeNull()
  // In memory it is offered for the next document.
  expect(page.held().adopted).toEqual(adopted)
})

test('given a browser without IndexedDB, when a signature is adopted, then it stays in memory alone', async () => {
  const page = await load()
  vi.stubGlobal('indexedDB', undefined)
  await signOn(page)
  expect(page.held().adopted).toEqual(adopted)
  expect(sessionStorage.getItem('portalSignature')).toBeNull()
  vi.unstubAllGlobals()
})

test('given a typed reason to decline, when the page is reloaded, then it is there, and no storage has it in the clear', async () => {
  const page = await load()
  page.useSession.getState().open(session)
  page.persistReason('form', 'Not my plan')
  await page.readReasons()
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('Not my plan')

  const again = await load()
  expect(again.fieldsDraft('form').reason).toBe('Not my plan')
  again.discardDraft('form')
  expect(await again.readReasons()).toBeUndefined()
  expect(sessionStorage.getItem('portalReasons')).toBeNull()
})

test('given a typed reason, when another document is signed, then it is still stored; after the session it is not', async () => {
  const page = await load()
  await signOn(page)
  page.persistReason('other', 'Not my plan')
  page.discardDraft('form')
  expect(await page.readReasons()).toEqual({ other: 'Not my plan' })
  page.useSession.getState().close('left')
  expect(await page.readReasons()).toBeUndefined()
})
