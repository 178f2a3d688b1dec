import type { FormField } from '@agency/contract/form-fields'
import { counted } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Button } from '../../../shared/shared-ui'
import { fieldName, isForClient, roleNames, roleOf } from '../field-kinds'
import type { Proposals } from '../workspace/use-proposals'
import styles from './proposal-list.module.css'

/** The id of the button that accepts a proposal in the list. */
const acceptButtonId = (id: string): string => `accept-${id}`

export interface ProposalActions {
  /** @param next the id of the element that gets the focus; without it, the accepted field on its page */
  readonly onAccept: (fields: readonly FormField[], next?: string) => void
  readonly onDismiss: (fields: readonly FormField[], next?: string) => void
}

interface ProposalListProps extends ProposalActions {
  readonly proposals: Proposals
}

/** The fields that were found on the pages: accepted or dismissed one by one, or all with one press. */
export function ProposalList({ proposals, onAccept, onDismiss }: ProposalListProps) {
  const { open, state, search } = proposals
  const nextOf = (index: number) => {
    const next = open[index + 1] ?? open[index - 1]
    return next === undefined ? undefined : acceptButtonId(next.id)
  }
  return (
    <section className={styles.section} aria-label="Fields found on the pages">
      <div className={styles.head}>
        <p role="status">{statusText(proposals)}</p>
        {state === 'failed' && <LoadFailure message="The pages could not be searched." retry={search} />}
        {open.length === 0 && (state === 'idle' || state === 'found') && (
          <Button variant="secondary" onClick={search}>
            Find fields
          </Button>
        )}
        {open.length > 0 && (
          <>
            <Button onClick={() => onAccept(open)}>Accept all</Button>
            <Button variant="secondary" onClick={() => onDismiss(open)}>
              Dismiss all
            </Button>
          </>
        )}
      </div>
      {open.length > 0 && (
        <ul className={styles.list}>
          {open.map((field, index) => (
            <li key={field.id}>
              <span className={styles.name}>
                {fieldName(field)} <span className={styles.about}>{aboutText(field)}</span>
              </span>
              <Button
                id={acceptButtonId(field.id)}
                variant="secondary"
                aria-label={`Accept ${fieldName(field)}, page ${field.page + 1}`}
                onClick={() => onAccept([field], nextOf(index))}
              >
                Accept
              </Button>
              <Button
                variant="secondary"
                aria-label={`Dismiss ${fieldName(field)}, page ${field.page + 1}`}
                onClick={() => onDismiss([field], nextOf(index))}
              >
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function statusText({ open, state }: Proposals): string {
  if (state === 'searching') return 'Looking for fields on the pages…'
  if (open.length > 0) return `${counted(open.length, 'field')} found on the pages`
  return state === 'found' ? 'No further fields found on the pages.' : ''
}

const aboutText = (field: FormField): string =>
  `page ${field.page + 1}${isForClient(field) ? '' : `, for: ${roleNames[roleOf(field)]}`}`
