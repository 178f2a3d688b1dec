import { useSortable } from '@dnd-kit/sortable'
import type { SessionForm } from 'contract/session-forms'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { formatShortDate } from '../../shared/format-date'
import { ManualMarks } from './manual-marks'
import styles from './session-forms-table.module.css'
import { StatusBadge } from './status-badge'

interface SessionFormRowProps {
  readonly form: SessionForm
  /** Its place in the folder, from 0, and how many documents there are; one alone has no handles. */
  readonly index: number
  readonly count: number
  readonly onMove: (from: number, to: number) => void
  readonly onOpen: (id: string) => void
}

/** A document of a session. The row opens it; its handle and arrows move it in its folder. */
export function SessionFormRow({ form, index, count, onMove, onOpen }: SessionFormRowProps) {
  const { setNodeRef, transform, isDragging, isSorting, ...handle } = useSortable({ id: form.id, disabled: count < 2 })
  const title = form.title || 'Untitled'
  const name = (
    <button type="button" className={`stacked-row-link ${styles.title}`} onClick={() => onOpen(form.id)}>
      {title}
    </button>
  )
  return (
    <tr
      ref={setNodeRef}
      data-clickable
      data-dragging={isDragging || undefined}
      data-making-way={(isSorting && !isDragging) || undefined}
      className={styles.row}
      style={transform === null ? {} : { transform: `translateY(${Math.round(transform.y)}px)` }}
    >
      <td data-label="Title" className={styles.name}>
        {count < 2 ? (
          name
        ) : (
          <span className={styles.movable}>
            <button
              type="button"
              ref={handle.setActivatorNodeRef}
              className={`${styles.control} ${styles.handle}`}
              {...handle.attributes}
              {...handle.listeners}
              aria-label={`Drag ${title}`}
            >
              <GripVertical size={18} aria-hidden="true" />
            </button>
            <Arrows title={title} index={index} count={count} onMove={onMove} />
            {name}
          </span>
        )}
      </td>
      <td data-label="Status">
        <span>
          <StatusBadge status={form.status} />
          {form.error !== null && <NeedsAttention />}
          <ManualMarks form={form} />
        </span>
      </td>
      <td data-label="Created">{formatShortDate(form.created_at)}</td>
      <td data-label="Sent">{formatShortDate(form.sent_at)}</td>
      <td data-label="Opened">{formatShortDate(form.read_at)}</td>
      <td data-label="Signed">{formatShortDate(form.signed_at)}</td>
    </tr>
  )
}

/** The reason stands in the document's dialog. */
function NeedsAttention() {
  return (
    <>
      {' '}
      <span className="badge" data-tone="warning">
        needs attention
      </span>
    </>
  )
}

interface ArrowsProps {
  readonly title: string
  readonly index: number
  readonly count: number
  readonly onMove: (from: number, to: number) => void
}

/** The way to move a document without dragging. At an end the arrow stays, so that the focus does. */
function Arrows({ title, index, count, onMove }: ArrowsProps) {
  const ways = [
    { to: index - 1, label: `Move ${title} up`, Icon: ChevronUp },
    { to: index + 1, label: `Move ${title} down`, Icon: ChevronDown },
  ]
  return (
    <span className={styles.arrows}>
      {ways.map(({ to, label, Icon }) => (
        <button
          key={label}
          type="button"
          className={styles.control}
          aria-label={label}
          aria-disabled={to < 0 || to >= count}
          onClick={() => onMove(index, to)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
    </span>
  )
}
