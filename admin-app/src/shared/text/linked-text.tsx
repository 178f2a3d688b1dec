import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

export function LinkedText({ text }: { readonly text: string }) {
  // Splitting by one capture group puts a URL at every odd index.
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
