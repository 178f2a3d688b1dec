import type { ClientRecord } from '@agency/contract/clients'
import { type ClientTexts as Answer, type ChangeClientTexts, clientTextApi, textNumbers } from '@agency/contract/texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call, callQuery } from '../../../shared/call'
import { alertRefusal, serverMessage } from '../../../shared/dialogs/save-dialog'
import { Button } from '../../../shared/shared-ui'
import { stoppedText } from '../../../shared/texts-stopped'
import { clientsKey } from '../client-queries'
import styles from './client-texts.module.css'

const labels = { primary_phone: 'Primary Phone', secondary_phone: 'Secondary Phone' } as const

/** The numbers are in the key: another number is stopped or not for itself. */
const textsQuery = ({ id, primary_phone, secondary_phone }: ClientRecord) =>
  callQuery([...clientsKey, 'texts', id, primary_phone, secondary_phone], clientTextApi.read, { params: { id } })

/** Whether each number of the record gets text messages, with the button that stops them. Nothing without a number. */
export function ClientTexts({ client }: { readonly client: ClientRecord }) {
  const { data, isError } = useQuery(textsQuery(client))
  const fields = textNumbers.filter((field) => client[field])
  return (
    <ul className={styles.list} aria-label="Text messages">
      {fields.map((field) => (
        <NumberRow
          key={field}
          client={client}
          field={field}
          state={data?.numbers.find((number) => number.field === field)}
          text={textFor(data, field, isError)}
        />
      ))}
    </ul>
  )
}

type Field = ChangeClientTexts['field']

/** What a row says. Until the answer is there, its place is taken, so that nothing below it moves. */
function textFor(data: Answer | undefined, field: Field, isError: boolean): string {
  if (data === undefined) return isError ? 'Could not be loaded.' : 'Loading...'
  const number = data.numbers.find((each) => each.field === field)
  if (!number) return 'This number cannot get text messages.'
  return number.stopped === null ? 'Gets text messages' : stoppedText(number.stopped)
}

interface NumberRowProps {
  readonly client: ClientRecord
  readonly field: Field
  readonly state: Answer['numbers'][number] | undefined
  readonly text: string
}

function NumberRow({ client, field, state, text }: NumberRowProps) {
  const readOnly = useReadOnly()
  const queryClient = useQueryClient()
  const query = textsQuery(client)
  const stopped = state?.stopped ?? null
  const change = useMutation({
    mutationFn: (body: ChangeClientTexts) => call(clientTextApi.change, { params: { id: client.id }, body }),
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer),
    onError: (error) =>
      alertRefusal('The change could not be saved. Please try again.', error, serverMessage('WRONG_STATE')),
  })
  // Only the client takes back their own word.
  const mayChange = !readOnly && state !== undefined && (stopped === null || stopped.by === 'staff')
  return (
    <li className={styles.row}>
      <p>
        <span className={styles.label}>Texts, {labels[field]}</span>
        <span className={stopped === null ? undefined : styles.stopped}>{text}</span>
      </p>
      {mayChange && (
        <Button
          variant="secondary"
          busy={change.isPending}
          busyLabel="Saving..."
          aria-label={`${stopped === null ? 'Do not text' : 'Allow texts to'} ${labels[field]}`}
          onClick={() => change.mutate({ field, stopped: stopped === null })}
        >
          {stopped === null ? 'Do not text' : 'Allow texts'}
        </Button>
      )}
    </li>
  )
}
