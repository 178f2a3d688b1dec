import { Field } from '../controls/field'
import { formatSize } from '../formatting'
import styles from './new-form.module.css'

interface PdfChooserProps {
  readonly file: File | null
  readonly error: string | undefined
  readonly onChoose: (file: File) => void
  /** Called for a file that is not a PDF. */
  readonly onRefuse: () => void
}

/** Chooses one PDF. Browsers let a file be dropped on the native control, which is large enough for it. */
export function PdfChooser({ file, error, onChoose, onRefuse }: PdfChooserProps) {
  const take = (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    if (chosen === undefined) return
    if (isPdf(chosen)) return onChoose(chosen)
    // A dropped file bypasses `accept`, and the control would keep showing its name.
    input.value = ''
    onRefuse()
  }
  return (
    <Field label="PDF file" hint={file === null ? 'Choose a file, or drop one here.' : describe(file)} error={error}>
      {(ties) => (
        <input
          {...ties}
          className={styles.drop}
          ref={(input) => showName(input, file)}
          type="file"
          accept="application/pdf,.pdf"
          onChange={({ target }) => take(target)}
        />
      )}
    </Field>
  )
}

/** Shows the name of a file that came in another way in the control too. */
function showName(input: HTMLInputElement | null, file: File | null): void {
  if (input === null || file === null || input.files?.length || !('DataTransfer' in window)) return
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
}

const describe = ({ name, size }: File): string => `${name} · ${formatSize(size)}`

/** Whether a file is a PDF by its media type or, where the system knows none, by its name. */
export const isPdf = ({ type, name }: File): boolean =>
  type === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'))
