import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Undo from 'lucide-react/icons/undo-2'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { Button } from '../../../shared/shared-ui'
import { isApple } from '../../../shared/shortcuts'
import styles from './workspace-tools.module.css'

/** Zoom factors: page width relative to the frame. */
const zooms = [1, 1.5, 2, 3] as const

interface WorkspaceToolsProps {
  readonly canUndo: boolean
  readonly onUndo: () => void
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** Scrolls to the next or previous page; null when there is only one. */
  readonly onTurn: ((by: 1 | -1) => void) | null
}

/** Undo, page and zoom buttons. At an end a button is not removed, so that the focus is not lost. */
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
