import type { Where } from '@agency/contract/conditions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/paths'
import { ListFooter } from '../../../shared/tables/list-footer'
import styles from './import.module.css'
import { missingQuery } from './import-queries'

/** The client list of who is missing from an import. */
function listOfMissing(id: string): string {
  const where: Where = { match: 'all', conditions: [{ field: 'missing_from', operator: 'is', values: [id] }] }
  return `${paths.clients}?${new URLSearchParams({ where: JSON.stringify(where) })}`
}

/** Clients of the former file of this kind who are not in this one. Nothing is done to them. */
export function MissingCard({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery(missingQuery(id, page))
  if (data === undefined) return null
  return (
    <section className={`card ${styles.card}`} aria-label="Missing">
      <h2>Missing from this file</h2>
      <p>
        They were in the file that this one is compared with. Their records stay as they are: look at what has ended.
      </p>
      <p>
        <Link to={listOfMissing(id)}>Open them in the client list</Link>, to set a follow-up for all, to tag or export
        them, or to save them as a view for a colleague.
      </p>
      <ul className={styles.people}>
        {data.clients.map((client) => (
          <li key={client.id}>
            <Link to={paths.client(client.id)}>{client.name === '' ? 'Client without a name' : client.name}</Link>
          </li>
        ))}
      </ul>
      <ListFooter
        page={page}
        shown={data.clients.length}
        total={data.total}
        noun={['client', 'clients']}
        onPage={setPage}
        onBeyond={setPage}
      />
    </section>
  )
}
