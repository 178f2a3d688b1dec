import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'

it('given changes, when the chain of a client is computed again, then every hash follows from the one before, and the database refuses to change or delete an event @full', async () => {
  const core = await startCoreForTest()
  const admin = await core.admin()
  const id = await seedClient(core, admin, { ssn: '123-45-6789' })
  await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { ssn: '987-65-4321' } })
  await core.ask(admin, { method: 'GET', url: `/clients/${id}` })

  const rows = await core.app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('chain', '=', id)
    .orderBy('position')
    .execute()
  expect(rows.map(({ action, fields }) => [action, fields])).toEqual([
    ['client.created', ['client_first_name', 'client_last_name', 'ssn']],
    ['client.changed', ['ssn']],
    // The answer to the change shows the record.
    ['client.opened', ['ssn']],
    ['client.opened', ['ssn']],
  ])
  let previous: Buffer = Buffer.alloc(0)
  for (const { chain: _chain, position: _position, hash, mac, ...event } of rows) {
    const expected = createHash('sha256')
      .update(previous)
      .update(canonicalize(event) ?? '')
      .digest()
    expect(hash.equals(expected)).toBe(true)
    expect(mac?.equals(core.app.auditKey.linkMac(id, event.id, hash))).toBe(true)
    previous = hash
  }
  expect(JSON.stringify(rows)).not.toMatch(/123-45|987-65/)

  const { db } = core.app
  await expect(db.updateTable('audit_events').set({ action: 'nothing' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only')
})
