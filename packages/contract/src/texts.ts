import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ClientFieldName } from './client-fields.ts'
import { Nullable, Strict, Timestamp } from './common.ts'
import { dialledPhone } from './phone.ts'
import { route } from './route.ts'

export const TextsStopped = Type.Object({
  by: Type.Enum(['client', 'staff', 'gateway'] as const, {
    description: 'client: they replied STOP; gateway: it says that they did; staff: a member of staff at their request',
  }),
  at: Timestamp,
  admin_name: Nullable(Type.String({ description: 'The member of staff' })),
})
export type TextsStopped = Static<typeof TextsStopped>

export const textNumbers = ['primary_phone', 'secondary_phone'] as const
type TextNumber = (typeof textNumbers)[number]

/** The fields of the consent to texts, which is given for one number. */
export const consentFields = {
  primary_phone: ['text_consent_date', 'text_consent_source'],
  secondary_phone: ['text_consent_date_2', 'text_consent_source_2'],
} as const satisfies Record<TextNumber, ClientFieldName[]>

/** Phone numbers as a record, or a row of a file, has them. */
export type Phones = Partial<Record<TextNumber, string | number | null>>

/** The numbers that can get text messages, in E.164. */
export function textNumbersOf(phones: Phones): { field: TextNumber; number: string }[] {
  return textNumbers.flatMap((field) => {
    const number = dialledPhone(String(phones[field] ?? ''))
    return number === null ? [] : [{ field, number }]
  })
}

const Field = Type.Enum([...textNumbers])

/** The numbers of a client that can get text messages, and whether they were stopped. */
export const ClientTexts = Type.Object({
  numbers: Type.Array(
    Type.Object({
      field: Field,
      to: Type.String({ description: 'Masked, such as •••0147' }),
      stopped: Type.Union([TextsStopped, Type.Null()]),
    }),
  ),
})
export type ClientTexts = Static<typeof ClientTexts>

/** Staff stop or allow texts to a number. What the client stopped, only their own START allows. */
export const ChangeClientTexts = Strict({ field: Field, stopped: Type.Boolean() })
export type ChangeClientTexts = Static<typeof ChangeClientTexts>

export const clientTextApi = {
  read: route('GET', '/clients/:id/texts', { response: ClientTexts }),
  change: route('PUT', '/clients/:id/texts', { body: ChangeClientTexts, response: ClientTexts }),
}
