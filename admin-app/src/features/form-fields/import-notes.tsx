import type { FormField, ImportNote } from '@agency/contract/form-fields'
import { counted } from '../../shared/formatting'
import { isForClient } from './field-kinds'
import styles from './import-notes.module.css'

/** A note as it is shown: a calculation whose script does not run is a kind of its own. */
type ShownNote = Omit<ImportNote, 'code'> & { readonly code: ImportNote['code'] | 'calculation_lost' }

/** What staff are told of each kind of note, with the number of its fields. */
const texts: Readonly<Record<ShownNote['code'], (fields: string, isOne: boolean) => string>> = {
  left_out: (fields, isOne) => `${fields} of the PDF ${isOne ? 'was' : 'were'} left out`,
  consent_unticked: (fields, isOne) =>
    `${fields} ${isOne ? 'was a consent that the PDF had' : 'were consents that the PDF had'} ticked: now unticked, for the client to tick`,
  read_only: (fields, isOne) =>
    `${fields} ${isOne ? 'is' : 'are'} read-only in the PDF: the client can’t change ${isOne ? 'it' : 'them'}`,
  calculated: (fields, isOne) => `${fields} ${isOne ? 'is' : 'are'} calculated from others`,
  calculation_lost: (fields, isOne) =>
    `${fields} had a script, which does not run here. This form’s calculations stop working: staff fill ${isOne ? 'it' : 'them'} in`,
  script_ignored: (fields, isOne) =>
    `${fields} had a script, which does not run here: check what ${isOne ? 'it needs' : 'they need'}`,
  for_others: (fields, isOne) =>
    `${fields} ${isOne ? 'is' : 'are'} for others: the client is not asked for ${isOne ? 'it' : 'them'}`,
}

/** What became of the fields of an uploaded PDF, one line for each kind of note. Renders nothing without any. */
export function ImportNotes({ notes: all }: { readonly notes: readonly ImportNote[] }) {
  const notes = shownNotes(all)
  if (notes.length === 0) return null
  const codes = [...new Set(notes.map(({ code }) => code))]
  return (
    <section aria-label="Notes on this PDF">
      <ul className={styles.notes}>
        {codes.map((code) => (
          <NoteRow key={code} code={code} notes={notes.filter((note) => note.code === code)} />
        ))}
      </ul>
    </section>
  )
}

/** A script that does not run calculates nothing. */
function shownNotes(notes: readonly ImportNote[]): ShownNote[] {
  const has = (code: ImportNote['code'], note: ImportNote) =>
    notes.some((other) => other.code === code && isSameField(note, other))
  return notes.flatMap((note): ShownNote[] => {
    if (note.code === 'calculated' && has('script_ignored', note)) return []
    return [note.code === 'script_ignored' && has('calculated', note) ? { ...note, code: 'calculation_lost' } : note]
  })
}

const isSameField = (note: ImportNote, other: ImportNote): boolean =>
  note.page === other.page && note.label === other.label

/** The notes without those on fields of others: staff change whose a field is, and its upload keeps saying the same. */
export const lastingNotes = (notes: readonly ImportNote[]): ImportNote[] =>
  notes.filter(({ code }) => code !== 'for_others')

/** The notes, with the fields that are for others now. */
export const notesOn = (notes: readonly ImportNote[], fields: readonly FormField[]): ImportNote[] => [
  ...lastingNotes(notes),
  ...fields.flatMap((field): ImportNote[] =>
    isForClient(field) ? [] : [{ code: 'for_others', page: field.page, label: field.label }],
  ),
]

interface NoteRowProps {
  readonly code: ShownNote['code']
  readonly notes: readonly ShownNote[]
}

function NoteRow({ code, notes }: NoteRowProps) {
  return (
    <li>
      <details>
        <summary>
          {texts[code](counted(notes.length, 'field'), notes.length === 1)} ({pagesText(notes)})
        </summary>
        <ul className={styles.names}>
          {notes.map(({ page, label }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may have the same page and label; the list never changes
            <li key={index}>
              {label} <span className={styles.page}>page {page + 1}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** The pages of notes, such as `page 1` or `pages 1, 3, 4`. */
function pagesText(notes: readonly ShownNote[]): string {
  const pages = [...new Set(notes.map(({ page }) => page + 1))].sort((a, b) => a - b)
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`
}
