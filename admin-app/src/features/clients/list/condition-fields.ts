import { clientFilterFields, unaskedClientFields } from '@agency/contract/filter-fields'
import { useQuery } from '@tanstack/react-query'
import { adminsQuery, fullName } from '../../../shared/admin-queries'
import type { References } from '../../../shared/conditions/condition-text'
import { formatDay } from '../../../shared/formatting'
import { teamsQuery } from '../../../shared/team-queries'
import { usePermission } from '../../../shared/use-permission'
import { tagsQuery } from '../client-queries'
import { importsQuery } from '../import/import-queries'
import { carriersQuery } from '../policies/policy-queries'

const plainFields = clientFilterFields.filter(({ kind }) => kind !== 'sensitive')

/** The fields that staff may ask for. */
export const useConditionFields = () => (usePermission('clients.sensitive') ? clientFilterFields : plainFields)

/** Which fields cannot be asked for, and how others can. */
export const unasked = `Encrypted texts are compared as a whole. ${unaskedClientFields.join(', ')} cannot be asked for.`

/** Owners, teams and carriers by their ids, and tags. */
export function useClientReferences(): References {
  const { data: admins = [] } = useQuery(adminsQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { data: known } = useQuery(tagsQuery)
  const { data: listed } = useQuery(carriersQuery)
  const { data: imported } = useQuery({ ...importsQuery, enabled: usePermission('clients.import') })
  return {
    tag: (known?.tags ?? []).map((tag) => [tag, tag]),
    'policy.carrier_id': (listed?.carriers ?? []).map(({ id, name }) => [id, name]),
    missing_from: (imported?.imports ?? []).map((one) => [one.id, `${one.file_name}, ${formatDay(one.created_at)}`]),
    owner_id: admins.map((admin) => [admin.id, fullName(admin) || admin.username]),
    team_id: teams.map(({ id, name }) => [id, name]),
  }
}
