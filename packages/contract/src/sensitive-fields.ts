import { type ClientFieldName, clientFields, type FieldDescription } from './client-fields.ts'

/**
 * Whether the values of a field are sensitive: encrypted for a purpose of their own. They are masked for those who may
 * not see them, and an answer that shows one is on the audit trail.
 */
export const isSensitive = ({ encrypted }: Pick<FieldDescription, 'encrypted'>): boolean => encrypted !== undefined

/** The fields with sensitive values. */
export const sensitiveFields: ReadonlySet<ClientFieldName> = new Set(
  clientFields.filter(isSensitive).map(({ name }) => name),
)

/** The fields that cards mask, whoever reads them. All of them are sensitive. */
export const maskedFields: readonly ClientFieldName[] = clientFields
  .filter(({ mask }) => mask !== undefined)
  .map(({ name }) => name)
