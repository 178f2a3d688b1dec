import type { Translate } from '../../../shared/language.ts'

/** What forms print behind a label themselves, in the languages of the portal. */
const printed = /\s*\((optional|required|opcional|obligatorio|obrigatório)\)\s*$/i

/** The name of a field with whether it has to be filled in, said once. */
export const nameWithNeed = (name: string, required: boolean, t: Translate): string =>
  `${name.replace(printed, '') || name} (${required ? t('fields.required') : t('fields.optional')})`
