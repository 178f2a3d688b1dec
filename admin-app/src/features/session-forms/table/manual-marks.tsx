import type { ManualDate, SessionForm } from '@agency/contract/session-forms'
import { declineText, ManualMark, markText } from '../../../shared/manual-mark'
import { isOpenToClient } from '../../../shared/session-documents'

const dateNames: Readonly<Record<ManualDate, string>> = {
  created_at: 'Created Date',
  sent_at: 'Sent Date',
  read_at: 'Opened Date',
  signed_at: 'Signed Date',
}

/** Marks that staff set the document's status by hand, and that the client has declined it. Renders nothing otherwise. */
export function StatusMark({ form }: { readonly form: SessionForm }) {
  return (
    <>
      <ShortMark short="set by hand" whole={statusMark(form)} />
      <ShortMark short={form.asked_again_at === null ? 'declined before' : 'asked again'} whole={declineText(form)} />
    </>
  )
}

/** The column is narrow: it has the words in short, as a tooltip and for screen readers the whole. */
function ShortMark({ short, whole }: { readonly short: string; readonly whole: string | null }) {
  if (whole === null) return null
  return (
    <ManualMark>
      <span aria-hidden title={whole}>
        {short}
      </span>
      <span className="visually-hidden">{whole}</span>
    </ManualMark>
  )
}

/** A mark that staff set one of the document's dates by hand. */
export function DateMark({ form, name }: { readonly form: SessionForm; readonly name: ManualDate }) {
  const isSet = form.dates_set.includes(name) && form[name] !== null
  return isSet ? <ManualMark>set by hand</ManualMark> : null
}

/** Whether staff set the status or a date by hand, or have asked again. */
export const hasManualMarks = ({ status_set_at, dates_set, asked_again_at }: SessionForm): boolean =>
  status_set_at !== null || dates_set.length > 0 || asked_again_at !== null

/** The marks of a document: status and dates that staff set by hand, and a decline after which they asked again. */
export function ManualMarks({ form }: { readonly form: SessionForm }) {
  const marks = [statusMark(form), declineText(form), datesMark(form)].filter((text) => text !== null)
  return marks.map((text) => <ManualMark key={text}>{text}</ManualMark>)
}

function statusMark(form: SessionForm): string | null {
  const { status, status_set_at: at, status_set_by: by, asked_again_at } = form
  // Asking again sets the status: the mark of the decline says it.
  const isAskedAgain = asked_again_at !== null && isOpenToClient(form)
  return at === null || isAskedAgain ? null : markText(`Marked ${status}`, by, at)
}

function datesMark({ dates_set: dates, dates_set_at: at, dates_set_by: by }: SessionForm): string | null {
  if (at === null || dates.length === 0) return null
  return markText(`${dates.map((name) => dateNames[name]).join(', ')} set`, by, at)
}
