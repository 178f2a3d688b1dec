import { type CreateFormPreset, FormPreset, type UpdateFormPreset } from '@agency/contract/form-presets'
import type { SessionType } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from '../answer'
import { api, ifMatch } from '../api'

/** All presets by name. */
export const formPresetsQuery = queryOptions({
  queryKey: ['form-presets'],
  queryFn: async ({ signal }) =>
    parseAnswer(Type.Array(FormPreset), await api().get('form-presets', { signal }).json()),
})

export async function createPreset(json: CreateFormPreset): Promise<FormPreset> {
  return parseAnswer(FormPreset, await api().post('form-presets', { json }).json())
}

/** @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updatePreset({ id, version }: FormPreset, json: UpdateFormPreset): Promise<FormPreset> {
  const options = { json, headers: ifMatch(version) }
  return parseAnswer(FormPreset, await api().put(`form-presets/${id}`, options).json())
}

export async function deletePreset(id: string): Promise<void> {
  await api().delete(`form-presets/${id}`)
}

/** Attaches the forms of a preset that a session does not have yet. */
export async function attachPreset(sessionId: string, presetId: string): Promise<void> {
  await api().post(`sessionforms/session/${sessionId}/presets/${presetId}`)
}

/** The presets with forms that are offered for a type of session; those made for the type come first. */
export function presetsFor(presets: readonly FormPreset[], type: SessionType): readonly FormPreset[] {
  const filled = presets.filter(({ form_ids }) => form_ids.length > 0)
  return [
    ...filled.filter(({ session_type }) => session_type === type),
    ...filled.filter(({ session_type }) => session_type === null),
  ]
}
