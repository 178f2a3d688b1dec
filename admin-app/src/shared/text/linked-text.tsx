import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/** A sentence of the server's, its addresses as links to a new tab. */
export function LinkedText({ text }: { readonly text: string }) {
  // Split by one group, every other part is an address.
  return text.split(address).map((part, index) => {
    const key = `${index} ${part}`
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    )
  })
}
