import { Field } from '../controls/field'
import { formatSize } from '../format-size'
import { isPdf } from './new-form'
import styles from './new-form.module.css'

interface PdfChooserProps {
  readonly file: File | null
  readonly error: string | undefined
  readonly onChoose: (file: File) => void
  /** Called for a file that is no PDF. */
  readonly onRefuse: () => void
}

/** Takes one PDF. The native control is large enough to drop a file on, which browsers support by themselves. */
export function PdfChooser({ file, error, onChoose, onRefuse }: PdfChooserProps) {
  const take = (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    if (chosen === undefined) return
    if (isPdf(chosen)) return onChoose(chosen)
    // A dropped file gets past `accept`, and would stay named in the control.
    input.value = ''
    onRefuse()
  }
  return (
    <Field label="PDF file" hint={file === null ? 'Choose a file, or drop one here.' : describe(file)} error={error}>
      {(ties) => (
        <input
          {...ties}
          className={styles.drop}
          type="file"
          accept="application/pdf,.pdf"
          onChange={({ target }) => take(target)}
        />
      )}
    </Field>
  )
}

const describe = ({ name, size }: File): string => `${name} · ${formatSize(size)}`
