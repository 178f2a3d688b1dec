import { Field } from '../../shared/controls/field'
import styles from './files-chooser.module.css'

interface FilesChooserProps {
  readonly disabled: boolean
  readonly onChoose: (files: readonly File[]) => void
}

/** Takes files, several at once. The native control is large enough to drop files on, which browsers support. */
export function FilesChooser({ disabled, onChoose }: FilesChooserProps) {
  const take = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])])
    // The list below says what was chosen; the same file may be chosen again after it was removed there.
    input.value = ''
  }
  return (
    <Field label="Files" hint="Choose one or more, or drop them here.">
      {(ties) => (
        <input
          {...ties}
          className={styles.drop}
          type="file"
          multiple
          disabled={disabled}
          onChange={({ target }) => take(target)}
        />
      )}
    </Field>
  )
}
