import type { ManualDate, SessionForm } from '@agency/contract/session-forms'
import { useSortable } from '@dnd-kit/sortable'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { formatShortDate } from '../../../shared/formatting'
import { DateMark, StatusMark } from './manual-marks'
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
          <StatusMark form={form} />
        </span>
      </td>
      <DateCell label="Created" form={form} name="created_at" />
      <DateCell label="Sent" form={form} name="sent_at" />
      <DateCell label="Opened" form={form} name="read_at" />
      <DateCell label="Signed" form={form} name="signed_at" />
    </tr>
  )
}

interface DateCellProps {
  readonly label: string
  readonly form: SessionForm
  readonly name: ManualDate
}

function DateCell({ label, form, name }: DateCellProps) {
  return (
    <td data-label={label}>
      <span>
        {formatShortDate(form[name])}
        <DateMark form={form} name={name} />
      </span>
    </td>
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
