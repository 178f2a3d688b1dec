import type { SessionForm } from '@agency/contract/session-forms'

export interface Folder {
  readonly name: string
  readonly forms: readonly SessionForm[]
}

/** The documents by folder, folders in the order of their first document; those without one stand under `ungrouped`. */
export function groupByFolder(forms: readonly SessionForm[], ungrouped: string): Folder[] {
  const folders = new Map<string, SessionForm[]>()
  for (const form of forms) {
    const name = form.folder?.trim() || ungrouped
    folders.set(name, [...(folders.get(name) ?? []), form])
  }
  return [...folders].map(([name, inside]) => ({ name, forms: inside }))
}
