import styles from './matched.module.css'
import { matchedRanges } from './matched-ranges'

/** A text with the parts that a search has found marked. */
export function Matched({ text, query }: { readonly text: string; readonly query: string }) {
  const ranges = matchedRanges(text, query)
  if (ranges.length === 0) return text
  return (
    <span>
      {ranges.map(({ start, end }, n) => (
        <span key={start}>
          {text.slice(ranges[n - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end)}
    </span>
  )
}
