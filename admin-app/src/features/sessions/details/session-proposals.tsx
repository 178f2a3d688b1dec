import type { Session } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/paths'
import { proposalsQuery } from '../../../shared/proposals-query'

/** Says that the client wrote something else into this session's documents than the record holds, and leads there. */
export function SessionProposals({ session }: { readonly session: Session }) {
  const query = proposalsQuery(session.client_id)
  // Asked for again as the session moves on: what is proposed comes with a signature.
  const { data: proposals } = useQuery({ ...query, queryKey: [...query.queryKey, session.status] })
  const count = proposals?.filter(({ session_id }) => session_id === session.id).length ?? 0
  if (count === 0) return null
  return (
    <p className="notice" data-tone="info">
      The client proposes {count === 1 ? '1 change' : `${count} changes`} of the record.{' '}
      <Link to={paths.client(session.client_id)}>{count === 1 ? 'Look at it' : 'Look at them'}</Link>
    </p>
  )
}
