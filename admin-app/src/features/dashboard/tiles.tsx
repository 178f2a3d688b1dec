import { Link } from 'react-router-dom'
import { formatNumber } from '../../shared/formatting'
import { LateNote } from '../../shared/loading/loading'
import styles from './tiles.module.css'

interface Tile {
  readonly label: string
  readonly to: string
  /** Undefined during the load. */
  readonly count: number | undefined
  /** Whether a number above zero is highlighted. */
  readonly urgent?: boolean
}

/** Numbers that link to the lists that they count. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  const waiting = tiles.some(({ count }) => count === undefined)
  return (
    <>
      <ul className={styles.tiles} aria-busy={waiting}>
        {tiles.map(({ label, to, count, urgent = false }) => (
          <li key={to}>
            <Link to={to} className={styles.tile} data-urgent={(urgent && count !== 0) || undefined}>
              {count === undefined ? (
                <span className={`skeleton ${styles.number}`} />
              ) : (
                <span className={styles.number}>{formatNumber(count)}</span>
              )}{' '}
              <span className={styles.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div role="status" className={styles.late}>
        {waiting && <LateNote />}
      </div>
    </>
  )
}
