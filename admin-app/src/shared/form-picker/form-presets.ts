import { type FormPreset, presetApi } from '@agency/contract/form-presets'
import type { SessionType } from '@agency/contract/sessions'
import { callQuery } from '../call'

export const formPresetsQuery = callQuery(['form-presets'], presetApi.list)

/**
 * Whether a new session begins with a preset: with those of its type, and with one for every session only on demand.
 * @param toggled ids of the presets that the person has ticked or unticked
 */
export const isTicked = ({ id, session_type }: FormPreset, toggled: readonly string[]): boolean =>
  (session_type !== null) !== toggled.includes(id)

/** The presets with forms that are offered for a type of session; those made for the type come first. */
export function presetsFor(presets: readonly FormPreset[], type: SessionType): readonly FormPreset[] {
  const filled = presets.filter(({ form_ids }) => form_ids.length > 0)
  return [
    ...filled.filter(({ session_type }) => session_type === type),
    ...filled.filter(({ session_type }) => session_type === null),
  ]
}
