import { type FormPreset, presetApi } from '@agency/contract/form-presets'
import type { SessionType } from '@agency/contract/sessions'
import { callQuery } from '../call'

export const formPresetsQuery = callQuery(['form-presets'], presetApi.list)

/** The presets with forms that are offered for a type of session; those made for the type come first. */
export function presetsFor(presets: readonly FormPreset[], type: SessionType): readonly FormPreset[] {
  const filled = presets.filter(({ form_ids }) => form_ids.length > 0)
  return [
    ...filled.filter(({ session_type }) => session_type === type),
    ...filled.filter(({ session_type }) => session_type === null),
  ]
}
