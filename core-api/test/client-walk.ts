import type { PrincipalStatement } from '@agency/contract/principal'
import type { TrailWalk } from './trail-walk.ts'

interface Walk {
  trail: TrailWalk
  admin: PrincipalStatement
  secret: string
}

/** The calls that find, export, tag and merge clients. `secret` is their SSN and the number of a policy. */
export async function walkClientTools({ trail: { walk, ask }, admin, secret }: Walk) {
  const create = (fields: object) => ask(admin, 'POST', '/clients', { client_last_name: 'Quental', ...fields })
  const kept = await create({ ssn: secret })
  const other = await create({ occupation: 'Baker' })
  const url = `/clients/${kept.id}`
  const carrier = await ask(admin, 'POST', '/carriers', { name: 'Oscar' })
  const policy = { carrier_id: carrier.id, line: 'health', status: 'active', number: secret }
  await ask(admin, 'POST', `${url}/policies`, policy)

  const tag = () => ask(admin, 'PUT', `${url}/tags`, { add: ['Turns 65'] })
  await walk('changeClientTags', tag, { action: 'client.changed', fields: ['tag'] })
  await walk('changeClientTags', tag)

  const where = (field: string) => ({ match: 'all', conditions: [{ field, operator: 'is', values: [secret] }] })
  const ssn = { fields: ['ssn'] }
  await walk(
    'findClients',
    () => ask(admin, 'POST', '/clients/find', { where: where('ssn'), q: 'Quental', limit: 5 }),
    { action: 'clients.searched-by-value', ...ssn },
    { action: 'client.found-by-value', ...ssn },
  )
  const number = { fields: ['number'] }
  await walk(
    'findPolicies',
    () => ask(admin, 'POST', '/policies/find', { where: where('number'), limit: 5 }),
    { action: 'policies.searched-by-value', ...number },
    { action: 'policy.found-by-number', ...number },
  )

  const list = 'format=csv&q=Quental'
  await walk('exportClients', () => ask(admin, 'GET', `/clients/export?${list}`), { action: 'clients.exported' })
  await walk(
    'exportClients',
    () => ask(admin, 'GET', `/clients/export?${list}&sensitive=true`),
    { action: 'clients.exported' },
    { action: 'client.exported', ...ssn },
  )
  await walk('exportPolicies', () => ask(admin, 'GET', `/policies/export?${list}`), { action: 'policies.exported' })
  await walk(
    'exportPolicies',
    () => ask(admin, 'GET', `/policies/export?${list}&whole=true&sensitive=true`),
    { action: 'policies.exported' },
    { action: 'client.exported', ...number },
  )
  await walk('downloadClientFile', () => ask(admin, 'GET', `${url}/file`), {
    action: 'client.file-downloaded',
    fields: ['ssn', 'number'],
  })

  // An event of each of the two clients.
  const opened = { action: 'client.opened' }
  const compare = () => ask(admin, 'GET', `${url}/comparison/${other.id}`)
  const { client, other: compared } = await walk('compareClients', compare, opened, opened)
  const apart = { action: 'client.told-apart' }
  const dismiss = () => ask(admin, 'POST', `${url}/not-duplicates`, { other_id: other.id })
  await walk('dismissDuplicate', dismiss, apart, apart)
  await walk('dismissDuplicate', dismiss)
  const versions = { version: client.version, other_version: compared.version }
  const fields = ['occupation']
  const merge = () => ask(admin, 'POST', `${url}/merges`, { other_id: other.id, ...versions, from_other: fields })
  const merged = { action: 'client.merged' }
  const { id } = await walk('mergeClients', merge, { ...merged, fields }, merged)
  const undone = { action: 'client.merge-undone' }
  const undo = () => ask(admin, 'POST', `${url}/merges/${id}/undo`)
  await walk('undoMerge', undo, { ...undone, fields }, undone)
  await walk('undoMerge', undo)
}
