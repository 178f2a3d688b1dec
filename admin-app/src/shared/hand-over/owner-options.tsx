import type { Admin } from '@agency/contract/admins'
import { mayOwnClients } from '@agency/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { adminsQuery, fullName } from '../admin-queries'

interface OwnerOptionsProps {
  /** Offered too, although their role may no longer allow it. */
  readonly present?: string | null
  /** Not offered. */
  readonly exceptId?: string
}

export function OwnerOptions({ present = null, exceptId }: OwnerOptionsProps) {
  const { data: admins = [] } = useQuery(adminsQuery)
  const isOffered = ({ id, role }: Admin) => id !== exceptId && (mayOwnClients(role) || id === present)
  return admins.filter(isOffered).map((admin) => (
    <option key={admin.id} value={admin.id}>
      {fullName(admin) || admin.username}
    </option>
  ))
}
