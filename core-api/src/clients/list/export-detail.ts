/** Parameters of an export that say how it is written, not what it finds. */
const others = ['sort', 'order', 'offset', 'format', 'columns', 'whole', 'policies', 'sensitive']

/**
 * What the audit trail has of an export. Of the filters only the names: a search can be a name or a number of a client.
 * @param what such as `3 clients`
 */
export function exportDetail(what: string, query: object): string {
  const filters = Object.keys(query).filter((name) => !others.includes(name))
  return filters.length > 0 ? `${what}; filters: ${filters.toSorted().join(', ')}` : what
}
