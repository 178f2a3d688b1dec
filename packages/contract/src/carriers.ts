import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BaseVersion, Id, Nullable, Strict, Version } from './common.ts'
import { policyLines } from './policy-terms.ts'
import { route } from './route.ts'

const short = Type.String({ maxLength: 100 })
const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  lines: Type.Array(Type.Enum(policyLines), { maxItems: policyLines.length, uniqueItems: true }),
  phone: Nullable(short),
  portal: Nullable(
    Type.String({ maxLength: 500, pattern: '^https?://', description: 'Address of the portal for agents' }),
  ),
  code: Nullable(Type.String({ maxLength: 100, description: 'The number that the carrier knows the agency by' })),
}

export const Carrier = Type.Object({
  id: Id,
  ...fields,
  archived: Type.Boolean({ description: 'No new policy names it; those that do keep it' }),
  version: Version,
})
export type Carrier = Static<typeof Carrier>

export const Carriers = Type.Object({ carriers: Type.Array(Carrier) })

const { lines, phone, portal, code } = fields

export const AddCarrier = Strict({
  name: fields.name,
  lines: Type.Optional(lines),
  phone: Type.Optional(phone),
  portal: Type.Optional(portal),
  code: Type.Optional(code),
})
export type AddCarrier = Static<typeof AddCarrier>

export const UpdateCarrier = Strict({
  version: BaseVersion,
  ...AddCarrier.properties,
  name: Type.Optional(fields.name),
  archived: Type.Optional(Type.Boolean()),
})
export type UpdateCarrier = Static<typeof UpdateCarrier>

export const carrierApi = {
  list: route('GET', '/carriers', { response: Carriers }),
  add: route('POST', '/carriers', { body: AddCarrier, response: Carrier }),
  update: route('PATCH', '/carriers/:id', { body: UpdateCarrier, response: Carrier }),
}
