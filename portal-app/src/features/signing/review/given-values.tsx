import type { SessionForm } from '@agency/contract/session-forms'
import { useQuery } from '@tanstack/react-query'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import { Modal } from '../../../shared/shared-ui.tsx'
import { type DisplayedField, isAdopted, isCalculated, isForClient, showFields } from '../fields/displayed-field.ts'
import { fieldsQuery } from '../fields/fields-api.ts'
import { useFieldsDraft } from '../fields/fields-draft.ts'
import { describeValue } from '../fields/written-value.tsx'
import readerStyles from '../reader/document-reader.module.css'

const origins = {
  agency: 'reader.givenAgency',
  record: 'reader.givenRecord',
  calculated: 'reader.givenCalculated',
  signingDay: 'fields.signingDay',
} as const
type Origin = keyof typeof origins

interface GivenValue {
  readonly field: DisplayedField
  readonly origin: Origin
}

/** The values of a document that the client did not type, in its order. */
export function useGivenValues({ id }: SessionForm): readonly GivenValue[] {
  const { data = [] } = useQuery(fieldsQuery(id))
  const draft = useFieldsDraft(id)
  return showFields(data, draft, { adopted: undefined, placed: [] }).flatMap((field) => {
    const origin = originOf(field)
    return origin === undefined ? [] : [{ field, origin }]
  })
}

function originOf(field: DisplayedField): Origin | undefined {
  if (isAdopted(field)) return undefined
  if (field.state === 'automatic') return 'signingDay'
  const { value, preset, binding, editable, entered = false } = field
  if (value === null || value === '' || value === false || entered) return undefined
  if (isCalculated(field)) return 'calculated'
  if (!isForClient(field) || value === preset) return 'agency'
  if (binding !== null) return 'record'
  return editable ? undefined : 'agency'
}

interface GivenValuesDialogProps {
  readonly given: readonly GivenValue[]
  readonly onClose: () => void
}

/** Lists what the client signs but did not type: each value, its place, and where it is from. */
export function GivenValuesDialog({ given, onClose }: GivenValuesDialogProps) {
  const t = useMessages()
  return (
    <Modal open onOpenChange={onClose} title={t('reader.givenHeading')} closeLabel={t('close')}>
      <p className={readerStyles.listRule}>{t('reader.givenRule')}</p>
      <ul className={readerStyles.given}>
        {given.map(({ field, origin }) => (
          <li key={field.id}>
            <strong>{field.group ?? field.label}</strong>
            {origin !== 'signingDay' && <span>{valueText(field, t)}</span>}
            <small>
              {t(origins[origin])} · {t('reader.givenPage', { number: field.page + 1 })}
            </small>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

const valueText = (field: DisplayedField, t: Translate): string =>
  field.kind === 'radio' ? field.label : describeValue(field, t)
