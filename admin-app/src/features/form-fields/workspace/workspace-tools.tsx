import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Maximize from 'lucide-react/icons/maximize'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { ComponentType } from 'react'
import { isApple } from '../../../shared/keyboard'
import { Button } from '../../../shared/shared-ui'
import styles from './workspace-tools.module.css'
import type { Zoom } from './zoom-steps'

interface WorkspaceToolsProps {
  readonly canUndo: boolean
  readonly onUndo: () => void
  readonly canRedo: boolean
  readonly onRedo: () => void
  readonly zoom: Zoom
  readonly onZoom: (by: 1 | -1 | 0) => void
  readonly page: number
  readonly pages: number
  /** Scrolls to the next or previous page. */
  readonly onTurn: (by: 1 | -1) => void
}

/** Undo, page and zoom buttons. At an end a button is not removed, so that the focus is not lost. */
export function WorkspaceTools(props: WorkspaceToolsProps) {
  const { zoom, onZoom, page, pages, onTurn } = props
  const control = isApple() ? 'Meta' : 'Control'
  return (
    <div className={styles.tools}>
      <Tool label="Undo" keys={`${control}+Z`} Icon={Undo} disabled={!props.canUndo} onPress={props.onUndo} />
      <Tool label="Redo" keys={`${control}+Shift+Z`} Icon={Redo} disabled={!props.canRedo} onPress={props.onRedo} />
      {pages > 1 && (
        <>
          <Tool label="Previous page" Icon={ChevronUp} disabled={page === 0} onPress={() => onTurn(-1)} />
          <span className={styles.text}>
            Page {page + 1} of {pages}
          </span>
          <Tool label="Next page" Icon={ChevronDown} disabled={page === pages - 1} onPress={() => onTurn(1)} />
        </>
      )}
      <Tool label="Zoom out" keys="-" Icon={ZoomOut} disabled={zoom === 25} onPress={() => onZoom(-1)} />
      <span role="status" className={`${styles.text} ${styles.wide}`}>
        <span className="visually-hidden">Zoom</span> {zoom === null ? 'Fit' : `${zoom}%`}
      </span>
      <Tool label="Zoom in" keys="+" Icon={ZoomIn} disabled={zoom === 400} onPress={() => onZoom(1)} />
      <Tool label="Fit" keys="0" Icon={Maximize} disabled={zoom === null} onPress={() => onZoom(0)} />
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly keys?: string
  readonly Icon: ComponentType<{ size: number }>
  readonly disabled: boolean
  readonly onPress: () => void
}

function Tool({ label, keys, Icon, disabled, onPress }: ToolProps) {
  return (
    <Button
      variant="secondary"
      className={styles.tool}
      aria-label={label}
      aria-disabled={disabled}
      {...(keys === undefined ? {} : { 'aria-keyshortcuts': keys })}
      onClick={() => {
        if (!disabled) onPress()
      }}
    >
      <Icon size={16} />
    </Button>
  )
}
