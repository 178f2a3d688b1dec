import { Command } from 'cmdk'
import styles from './command-palette.module.css'

interface OptionProps {
  /** No other option of the list has it. */
  readonly id: string
  readonly label: string
  readonly detail?: string | null
  readonly onSelect: () => void
}

/** Something that can be chosen in the palette. */
export function Option({ id, label, detail, onSelect }: OptionProps) {
  return (
    <Command.Item value={id} onSelect={onSelect} className={styles.option}>
      <span>{label}</span> {detail && <span className={styles.detail}>{detail}</span>}
    </Command.Item>
  )
}
