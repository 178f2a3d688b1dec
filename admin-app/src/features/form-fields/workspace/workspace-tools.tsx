import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Undo from 'lucide-react/icons/undo-2'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { Button } from '../../../shared/shared-ui'
import { isApple } from '../../../shared/shortcuts'
import styles from './workspace-tools.module.css'

/** How many times as wide as its frame a page can be. */
const zooms = [1, 1.5, 2, 3] as const

interface WorkspaceToolsProps {
  readonly canUndo: boolean
  readonly onUndo: () => void
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** Turns to the next page or the one before; null when there is but one. */
  readonly onTurn: ((by: 1 | -1) => void) | null
}

/** The way back, from page to page, and how large the pages are. At an end a button stays, so that the focus does. */
export function WorkspaceTools({ canUndo, onUndo, zoom, onZoom, onTurn }: WorkspaceToolsProps) {
  const larger = zooms.find((other) => other > zoom)
  const smaller = zooms.findLast((other) => other < zoom)
  return (
    <div className={styles.tools}>
      <Button
        variant="secondary"
        className={styles.tool}
        aria-disabled={!canUndo}
        aria-keyshortcuts={isApple() ? 'Meta+Z' : 'Control+Z'}
        onClick={onUndo}
      >
        <Undo size={16} aria-hidden="true" /> Undo
      </Button>
      {onTurn !== null && (
        <>
          <Button variant="secondary" className={styles.tool} aria-label="Previous page" onClick={() => onTurn(-1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </Button>
          <Button variant="secondary" className={styles.tool} aria-label="Next page" onClick={() => onTurn(1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        </>
      )}
      <Button
        variant="secondary"
        className={styles.tool}
        aria-label="Zoom out"
        aria-disabled={smaller === undefined}
        onClick={() => onZoom(smaller ?? zoom)}
      >
        <ZoomOut size={16} aria-hidden="true" />
      </Button>
      <span role="status" className={styles.zoom}>
        <span className="visually-hidden">Zoom</span> {zoom * 100}%
      </span>
      <Button
        variant="secondary"
        className={styles.tool}
        aria-label="Zoom in"
        aria-disabled={larger === undefined}
        onClick={() => onZoom(larger ?? zoom)}
      >
        <ZoomIn size={16} aria-hidden="true" />
      </Button>
    </div>
  )
}
