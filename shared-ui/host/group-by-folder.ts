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

const folded = (folder: string): string => folder.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')

/** Case and blanks do not tell folders apart: the first spelling is shown. A blank one counts as none. */
export function groupByFolder<Item extends { readonly folder: string | null }>(
  items: readonly Item[],
  { unfiled, order }: GroupOptions,
): FolderOf<Item>[] {
  const folders = new Map<string, { name: string; items: Item[] }>()
  for (const item of items) {
    const key = folded(item.folder ?? '')
    const isUnfiled = key === '' || key === folded(unfiled)
    const known = folders.get(isUnfiled ? '' : key)
    if (known) known.items.push(item)
    else folders.set(isUnfiled ? '' : key, { name: isUnfiled ? unfiled : (item.folder ?? '').trim(), items: [item] })
  }
  const groups = [...folders]
  if (order === 'alphabetical') groups.sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
  return groups.map(([, folder]) => folder)
}
