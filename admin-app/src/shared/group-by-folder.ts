export interface FolderOf<Item> {
  readonly name: string
  readonly items: readonly Item[]
}

/**
 * Items by their folder, folders in alphabetical order and those without a folder last.
 * @param unfiled name of the group of items whose folder is missing or blank
 */
export function groupByFolder<Item extends { readonly folder: string | null }>(
  items: readonly Item[],
  unfiled: string,
): FolderOf<Item>[] {
  const folderOf = (item: Item) => item.folder?.trim() ?? ''
  return [...new Set(items.map(folderOf))]
    .sort((a, b) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map((name) => ({ name: name === '' ? unfiled : name, items: items.filter((item) => folderOf(item) === name) }))
}
