import type { Database } from '../../platform/database/database.ts'
import { behindSavepoint } from './import-repository.ts'

/** Runs work behind a savepoint. @returns why the service has refused it, for staff; undefined if it is done */
export async function attempt(db: Database, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await behindSavepoint(db, work)
    return undefined
  } catch (error) {
    const isRefused = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    if (!isRefused) throw error
    return error.message
  }
}

/** Does items at once. If one of them is refused, the others are done one by one. @returns the refused ones, and why */
export async function inOneOrEach<Item>(
  db: Database,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
): Promise<{ item: Item; message: string }[]> {
  const all = items.length === 0 ? undefined : await attempt(db, () => work(items))
  if (all === undefined) return []
  const refused: { item: Item; message: string }[] = []
  for (const item of items) {
    const message = items.length === 1 ? all : await attempt(db, () => work([item]))
    if (message !== undefined) refused.push({ item, message })
  }
  return refused
}
