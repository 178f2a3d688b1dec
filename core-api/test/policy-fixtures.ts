import type { Carrier } from '@agency/contract/carriers'
import type { Policy } from '@agency/contract/policies'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { Core } from './core.ts'

/** Adds a carrier of this name. */
export async function seedCarrier(core: Core, name: string, values: object = {}): Promise<Carrier> {
  const payload = { name, ...values }
  return (await core.ask(await core.admin(), { method: 'POST', url: '/carriers', payload })).json()
}

/** Adds an active health policy to a client. */
export async function seedPolicy(
  core: Core,
  { client, carrier, as }: { client: string; carrier: string; as?: PrincipalStatement },
  values: object = {},
): Promise<Policy> {
  const payload = { carrier_id: carrier, line: 'health', status: 'active', ...values }
  const answer = await core.ask(as ?? (await core.admin()), {
    method: 'POST',
    url: `/clients/${client}/policies`,
    payload,
  })
  if (answer.statusCode !== 201) throw new Error(`adding a policy answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}
