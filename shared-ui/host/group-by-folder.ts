export interface FolderOf<Item> {
  readonly name: string
  readonly items: readonly Item[]
}

interface GroupOptions {
  /** Name of the group of items without a folder. */
  readonly unfiled: string
  /** `alphabetical`: unfiled items last. `first-item`: folders in the order of their first items. */
  readonly order: 'alphabetical' | 'first-item'
}

/** Groups items by their folder, for one FolderGroup each. A blank folder counts as none. */
export function groupByFolder<Item extends { readonly folder: string | null }>(
  items: readonly Item[],
  { unfiled, order }: GroupOptions,
): FolderOf<Item>[] {
  const folders = new Map<string, Item[]>()
  for (const item of items) {
    const folder = item.folder?.trim() ?? ''
    folders.set(folder, [...(folders.get(folder) ?? []), item])
  }
  const groups = [...folders]
  if (order === 'alphabetical') groups.sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
  return groups.map(([folder, inside]) => ({ name: folder === '' ? unfiled : folder, items: inside }))
}
