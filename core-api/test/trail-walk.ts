import type { PrincipalStatement } from '@agency/contract/principal'
import { expect } from 'vitest'
import type { Core } from './core.ts'

interface Expected {
  action: string
  fields?: string[]
  /** The first admin without it. */
  as?: PrincipalStatement
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type TrailWalk = ReturnType<typeof walkTrail>

/** Makes calls one after another, and looks at what each leaves on the audit trail. */
export function walkTrail(core: Core, admin: PrincipalStatement) {
  const walked = new Set<string>()

  const events = () => core.app.db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').execute()

  /** Makes a call, which must leave exactly these events: who, what, which fields, from where. */
  const walk = async <T>(operation: string, call: () => Promise<T>, ...expected: Expected[]): Promise<T> => {
    walked.add(operation)
    const known = new Set((await events()).map(({ id }) => id))
    const answer = await call()
    const added = (await events()).filter(({ id, actor_kind }) => !known.has(id) && actor_kind !== 'system')
    const seen = added.map(({ action, fields, address, actor_kind }) => ({ action, fields, address, actor_kind }))
    const wanted = expected.map(({ action, fields = [], as = admin }) => {
      return { action, fields, address: as.address, actor_kind: as.kind }
    })
    expect(seen, operation).toEqual(wanted)
    return answer
  }

  /** @returns the body of a JSON answer, else the answer */
  const ask = async (as: PrincipalStatement, method: Method, url: string, payload?: object) => {
    const answer = await core.ask(as, { method, url, ...(payload ? { payload } : {}) })
    expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500)
    const json = answer.body !== '' && answer.headers['content-type']?.toString().includes('json')
    return json ? answer.json() : answer
  }

  return { walk, ask, events, walked }
}
