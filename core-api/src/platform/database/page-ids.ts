import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** The ids of a page, and how many match. */
export interface PageIds {
  ids: string[]
  total: number
}

/** @throws if the query gives no row */
export async function readPageIds(db: Database, query: RawBuilder<PageIds>): Promise<PageIds> {
  const [page] = (await query.execute(db)).rows
  if (!page) throw new Error('A page gave no row')
  return page
}
