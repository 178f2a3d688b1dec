import { Field } from '../../shared/controls/field'
import styles from './files-chooser.module.css'

interface FilesChooserProps {
  readonly disabled: boolean
  readonly onChoose: (files: readonly File[]) => void
}

/** Chooses several files. Browsers let files be dropped on the native control, which is large enough for it. */
export function FilesChooser({ disabled, onChoose }: FilesChooserProps) {
  const take = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])])
    // The list below shows the chosen files. Emptying the control lets a removed file be chosen again.
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
