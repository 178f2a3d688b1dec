import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'
import { SessionType } from './sessions.ts'

const ForType = Type.Union([SessionType, Type.Null()], {
  description: 'The type of session that it is offered for; null: every type',
})
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const FormIds = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, description: 'In their order' })

export const FormPreset = Type.Object({
  id: Id,
  name: Type.String(),
  session_type: ForType,
  form_ids: Type.Array(Id, { description: 'In their order, without archived forms' }),
  created_at: Timestamp,
  version: Version,
})
export type FormPreset = Static<typeof FormPreset>

export const CreateFormPreset = Strict({ name: Name, session_type: ForType, form_ids: FormIds })
export type CreateFormPreset = Static<typeof CreateFormPreset>

export const UpdateFormPreset = Strict({
  name: Type.Optional(Name),
  session_type: Type.Optional(ForType),
  form_ids: Type.Optional(FormIds),
})
export type UpdateFormPreset = Static<typeof UpdateFormPreset>

export const presetApi = {
  list: route('GET', '/form-presets', { response: Type.Array(FormPreset) }),
  create: route('POST', '/form-presets', { body: CreateFormPreset, response: FormPreset }),
  update: route('PUT', '/form-presets/:id', { body: UpdateFormPreset, response: FormPreset }),
  remove: route('DELETE', '/form-presets/:id'),
  attach: route('POST', '/sessionforms/session/:id/presets/:preset'),
}
