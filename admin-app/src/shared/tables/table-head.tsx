interface Heading {
  readonly label: string
  /** Whether only screen readers get the label, as above a column of buttons. */
  readonly isHidden?: boolean
  /** Makes the heading a button that sorts the list. */
  readonly sorting?: {
    /** Undefined when another column sorts the list. */
    readonly direction: 'ascending' | 'descending' | undefined
    readonly onSort: () => void
  }
}

/** The heading row of a table. A plain text is a heading that does not sort. */
export function TableHead({ columns }: { readonly columns: readonly (string | Heading)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const heading = typeof column === 'string' ? { label: column } : column
          return (
            <th key={heading.label} scope="col" aria-sort={heading.sorting?.direction}>
              <HeadingContent {...heading} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Columns for a table whose head stands above several tables: style sheets set their widths (folder-tables.css). */
export function Columns({ count }: { readonly count: number }) {
  return (
    <colgroup>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
        <col key={place} />
      ))}
    </colgroup>
  )
}

function HeadingContent({ label, isHidden = false, sorting }: Heading) {
  if (isHidden) return <span className="visually-hidden">{label}</span>
  if (sorting === undefined) return label
  return (
    <button type="button" onClick={sorting.onSort}>
      {label}
    </button>
  )
}
