import { type DuplicateQuery, duplicateApi, type LikelyDuplicate } from '@agency/contract/client-duplicates'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../shared/call'
import { isDate } from '../../../shared/dates/date-text'
import { confirm } from '../../../shared/dialogs/dialogs'
import { clientName, formatDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { clientsKey, type NewClient } from '../client-queries'
import styles from './add-client-dialog.module.css'

/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 300

const duplicatesQuery = (query: DuplicateQuery) =>
  queryOptions({
    queryKey: [...clientsKey, 'duplicates', query],
    queryFn: async ({ signal }) => (await call(duplicateApi.list, { query, signal })).clients,
  })

interface DuplicateWarningProps {
  readonly typed: NewClient
  readonly onOpen: (clientId: string) => void
}

/** Names the clients that may be the one being added. They can be opened. */
export function DuplicateWarning({ typed, onOpen }: DuplicateWarningProps) {
  const search = useRested(searchOf(typed))
  const isWorthIt = Object.keys(search).length > 0
  const { data: clients = [] } = useQuery({ ...duplicatesQuery(search), enabled: isWorthIt })
  const found = isWorthIt && clients.length > 0
  return (
    <div className={styles.duplicates}>
      {!found && <p className={styles.hint}>A client who may already exist is named here while you type.</p>}
      <div role="status">
        {found && (
          <div className={`notice ${styles.warning}`} data-tone="warning">
            {clients.length === 1 ? 'This client may already exist:' : 'This client may already exist as one of these:'}
            <ul>
              {clients.map((client) => (
                <li key={client.id}>
                  <Link
                    to={paths.client(client.id)}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return
                      event.preventDefault()
                      onOpen(client.id)
                    }}
                  >
                    {clientName(client) || 'unnamed client'}
                  </Link>
                  {`, ${reasonsOf(client)}`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}

/**
 * Asks before a client is added that has the name and one more value of another. Enter may come before the warning. A
 * search that fails holds nothing up.
 */
export async function confirmDouble(queryClient: QueryClient, typed: NewClient): Promise<boolean> {
  const search = searchOf(typed)
  if (search.last_name === undefined || Object.keys(search).length === 2) return true
  // What the warning shows is not asked for again.
  const query = { ...duplicatesQuery(search), staleTime: Number.POSITIVE_INFINITY }
  const clients = await queryClient.fetchQuery(query).catch(() => [])
  const double = clients.find(
    ({ same_name, same_email, same_phone, dob }) =>
      same_name && (same_email || same_phone || (dob !== null && dob === search.dob)),
  )
  if (double === undefined) return true
  const question = `Add another ${clientName(double)}? There already is one: ${reasonsOf(double)}.`
  return confirm(question, { confirmLabel: 'Add' })
}

/** What is worth a search: a whole address, number or name. */
function searchOf({
  client_first_name,
  client_last_name,
  primary_email,
  primary_phone,
  dob,
}: NewClient): DuplicateQuery {
  const [first, last] = [client_first_name.trim(), client_last_name.trim()]
  return {
    ...(primary_email.includes('@') && { email: primary_email.trim() }),
    ...(primary_phone.trim() !== '' && { phone: primary_phone.trim() }),
    ...(first !== '' && last !== '' && { first_name: first, last_name: last }),
    ...(first !== '' && last !== '' && isDate(dob) && { dob }),
  }
}

function reasonsOf({ same_email, same_phone, same_name, dob }: LikelyDuplicate): string {
  const same = [
    same_email ? 'same email address' : '',
    same_phone ? 'same phone number' : '',
    same_name ? 'same name' : '',
  ].filter(Boolean)
  return `${same.join(', ')}${dob === null ? '' : `, born ${formatDate(dob)}`}`
}

/** A search, once it has not changed for a while. */
function useRested(search: DuplicateQuery): DuplicateQuery {
  const [rested, setRested] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setRested((before) => (isSame(before, search) ? before : search)), pause)
    return () => clearTimeout(timer)
  }, [search])
  return rested
}

const isSame = (one: DuplicateQuery, other: DuplicateQuery): boolean => JSON.stringify(one) === JSON.stringify(other)
