import type { ClientSortColumn } from '@agency/contract/clients'
import type { ClientFilter } from './client-filter.ts'

const namedColumns: ClientSortColumn[] = [
  'client_last_name',
  'client_first_name',
  'current_health_plan_name',
  // Ties are in the order of names. The sessions themselves have a version of their own.
  'sessions_waiting',
]

/**
 * The part of the versions that an answer depends on: edits of a status or a date leave a search by name as it is.
 * @param sort undefined for a total, which has no order
 */
export function relevantVersion(told: string, filter: ClientFilter, sort?: ClientSortColumn): string {
  const [names, list, waiting] = told.split('.')
  const isByName = readsNamesAlone(filter) && (sort === undefined || namedColumns.includes(sort))
  return [names, isByName ? '' : list, sort === 'sessions_waiting' ? waiting : ''].join('.')
}

/** Whether a filter reads names only. An unknown property, also one that is added later, makes it false. */
function readsNamesAlone({ words: _, identifier: __, archived: ___, ...others }: ClientFilter): boolean {
  return Object.values(others).every((value) => value === undefined || value === false)
}
