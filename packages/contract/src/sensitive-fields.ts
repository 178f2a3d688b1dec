import { type ClientFieldName, clientFields, type FieldDescription } from './client-fields.ts'

/** Encrypted for a purpose of their own. Masked for some; an answer that shows one is audited. */
export const isSensitive = ({ encrypted }: Pick<FieldDescription, 'encrypted'>): boolean => encrypted !== undefined

export const sensitiveFields: ReadonlySet<ClientFieldName> = new Set(
  clientFields.filter(isSensitive).map(({ name }) => name),
)

/** The fields that cards mask, whoever reads them. All of them are sensitive. */
export const maskedFields: readonly ClientFieldName[] = clientFields
  .filter(({ mask }) => mask !== undefined)
  .map(({ name }) => name)
