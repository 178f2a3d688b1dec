import type { BackupDirectory } from './backup-directory.ts'
import { placeOf } from './copy-files.ts'

/** The backups to keep: all of the last days, and the newest of each of the last weeks. */
export interface Retention {
  days: number
  weeks: number
}

const day = 86_400_000
/** The first Monday; weeks are counted from here. */
const firstMonday = Date.UTC(1970, 0, 5)

/** The newest one is always kept. @param made when each was made, by name */
export function expired(made: ReadonlyMap<string, Date>, { days, weeks }: Retention, now = Date.now()): string[] {
  const newestFirst = [...made].sort(([, a], [, b]) => b.getTime() - a.getTime())
  const seenWeeks = new Set<number>()
  return newestFirst.flatMap(([name, at], index) => {
    const week = weekOf(at.getTime())
    const isNewestOfWeek = !seenWeeks.has(week)
    seenWeeks.add(week)
    const isYoung = now - at.getTime() < days * day
    const isWeekly = isNewestOfWeek && weekOf(now) - week < weeks
    return index === 0 || isYoung || isWeekly ? [] : [name]
  })
}

const weekOf = (time: number): number => Math.floor((time - firstMonday) / (7 * day))

/** Deletes expired backups. If one is unreadable, every copy is kept, since it may name them. Call it with the lock. */
export async function applyRetention(directory: BackupDirectory, retention: Retention): Promise<void> {
  const made = new Map<string, Date>()
  let isAllRead = true
  for (const name of directory.names()) {
    const manifest = await directory.readManifest(name).catch(() => undefined)
    if (manifest) made.set(name, new Date(manifest.made_at))
    else isAllRead = false
  }
  for (const name of expired(made, retention)) directory.remove(name)
  if (isAllRead) await removeUnnamedCopies(directory)
}

async function removeUnnamedCopies(directory: BackupDirectory): Promise<void> {
  const named = new Set<string>()
  for (const name of directory.names()) {
    const list = await directory.readManifest(name).then(
      (manifest) => directory.readFileList(manifest),
      () => undefined,
    )
    if (!list) return
    for (const copy of list) named.add(placeOf(copy))
  }
  for (const folder of await directory.files.foldersIn('.')) {
    const copies = directory.files.folder(folder)
    for await (const id of copies.ids()) if (!named.has(placeOf({ folder, id }))) await copies.remove(id)
    for await (const { id } of copies.unfinished()) await copies.removeUnfinished(id)
  }
}
