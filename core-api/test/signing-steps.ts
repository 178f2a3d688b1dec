import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import { expect, vi } from 'vitest'
import type { Core } from './core.ts'
import { consent, openAsClient, type SeededSession, signature } from './session-fixtures.ts'

/** One step of a client, or of staff, with a document. */
export const step = (core: Core, as: PrincipalStatement, id: string, name: string, payload?: object) =>
  core.ask(as, { method: 'POST', url: `/sessionforms/${id}/${name}`, ...(payload ? { payload } : {}) })

/** A document of the session as staff see it. */
export async function readForm(core: Core, { admin, session }: SeededSession, id: string): Promise<SessionForm> {
  const { data } = (await core.ask(admin, { method: 'GET', url: `/sessionforms/session/${session.id}` })).json()
  return data.find((form: SessionForm) => form.id === id)
}

/** The client opens, agrees and signs. */
export async function signAsClient(core: Core, { session }: SeededSession, id: string): Promise<PrincipalStatement> {
  const client = await openAsClient(core, session)
  await step(core, client, id, 'open')
  await consent(core, client, session)
  await step(core, client, id, 'sign', signature)
  return client
}

/** Waits until a signed document is sealed. */
export function whenSealed(core: Core, journey: SeededSession, id: string): Promise<SessionForm> {
  return vi.waitFor(
    async () => {
      const form = await readForm(core, journey, id)
      expect(form.status).toBe('completed')
      return form
    },
    { timeout: 120_000, interval: 50 },
  )
}
