import type { ManualDate, SessionForm, SessionFormStatus } from '@agency/contract/session-forms'
import { useSortable } from '@dnd-kit/sortable'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { useReadOnly } from '../../../shared/archive/read-only'
import { formatShortDate } from '../../../shared/formatting'
import { ManualMark } from '../../../shared/manual-mark'
import { PdfCheckBadge } from '../../../shared/pdf-checks/pdf-check-notice'
import { DateMark, StatusMark } from './manual-marks'
import styles from './session-forms-table.module.css'

interface SessionFormRowProps {
  readonly form: SessionForm
  /** Its position in the folder, from 0, and the number of documents. A single document has no handles. */
  readonly index: number
  readonly count: number
  readonly onMove: (from: number, to: number) => void
  readonly onOpen: (id: string) => void
}

/** A document of a session. The row opens it; the handle and the arrows move it within its folder. */
export function SessionFormRow({ form, index, count, onMove, onOpen }: SessionFormRowProps) {
  const isFixed = useReadOnly() || count < 2
  const { setNodeRef, transform, isDragging, isSorting, ...handle } = useSortable({ id: form.id, disabled: isFixed })
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
        {isFixed ? (
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
              <GripVertical size={18} />
            </button>
            <Arrows title={title} index={index} count={count} onMove={onMove} />
            {name}
          </span>
        )}
      </td>
      <td data-label="Status">
        <span>
          <StatusBadge form={form} />
          <PdfCheckBadge form={form} />
          {form.error !== null && <NeedsAttention />}
          {form.signed_as !== null && <ManualMark>signed as {form.signed_as}</ManualMark>}
          <StatusMark form={form} />
          {form.unsigned_by?.[0] && <ManualMark>without the signature of: {form.unsigned_by.join(', ')}</ManualMark>}
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

const tones: Readonly<Record<SessionFormStatus, string | undefined>> = {
  pending: undefined,
  sent: 'info',
  viewed: 'info',
  signed: 'success',
  completed: 'success',
  declined: 'danger',
  voided: 'danger',
  expired: 'warning',
}

/** A status that staff set by hand has no colour, so that it never looks like that of a sealed document. */
function StatusBadge({ form: { status, status_set_at } }: { readonly form: SessionForm }) {
  return (
    <span className="badge" data-tone={status_set_at === null ? tones[status] : undefined}>
      {status}
    </span>
  )
}

/** The document's dialog gives the reason. */
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

/** Moves a document without dragging. At an end the arrow is not removed, so that the focus is not lost. */
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
          <Icon size={18} />
        </button>
      ))}
    </span>
  )
}
