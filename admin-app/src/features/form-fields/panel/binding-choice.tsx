import type { FormFieldKind } from '@agency/contract/form-fields'
import { Command } from 'cmdk'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { counted } from '../../../shared/formatting'
import { useEscape } from '../workspace/use-workspace-keys'
import styles from './binding-choice.module.css'
import { type Binding, bindingsFor, bindingText } from './field-bindings'

interface BindingChoiceProps {
  readonly kind: FormFieldKind
  /** Undefined if several fields have different ones. */
  readonly binding: string | null | undefined
  readonly error?: string | undefined
  readonly onChoose: (binding: Binding | null) => void
}

/** Chooses the field of the client record that a form's field is bound to. The list is searched by card and label. */
export function BindingChoice({ kind, binding, error, onChoose }: BindingChoiceProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])
  useEscape(open, close)
  const nothing = kind === 'date' && binding === null ? 'Nothing (day of signing)' : 'Nothing'
  const chosen = binding === undefined ? 'Different' : binding === null ? nothing : bindingText(binding)
  return (
    <div className="field">
      <span id={`${id}label`} className="field-label">
        Prefill from
      </span>
      <button
        ref={opener}
        id={`${id}value`}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-labelledby={`${id}label ${id}value`}
        aria-describedby={error === undefined ? undefined : `${id}error`}
        data-faulty={error !== undefined || undefined}
        onClick={() => setOpen(!open)}
      >
        <span>{chosen}</span>
        <ChevronDown size={18} />
      </button>
      {error !== undefined && (
        <p id={`${id}error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {open && (
        <BindingList
          bindings={bindingsFor(kind)}
          nothing={nothing}
          onChoose={(binding) => {
            onChoose(binding)
            close()
          }}
        />
      )}
    </div>
  )
}

interface BindingListProps {
  readonly bindings: readonly Binding[]
  readonly nothing: string
  readonly onChoose: (binding: Binding | null) => void
}

function BindingList({ bindings, nothing, onChoose }: BindingListProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const words = typed.toLowerCase().split(/\s+/)
  const found = bindings.filter(({ card, label }) => {
    const text = `${card} ${label}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <Command label="Search the client record" shouldFilter={false} vimBindings={false} className={styles.search}>
      <Command.Input
        ref={input}
        value={typed}
        onValueChange={setTyped}
        maxLength={100}
        placeholder="Search the client record"
      />
      <Command.List label="Fields of the client record" className={styles.list}>
        {typed === '' && (
          <Command.Item value="nothing" className={styles.option} onSelect={() => onChoose(null)}>
            {nothing}
          </Command.Item>
        )}
        {[...new Set(found.map(({ card }) => card))].map((card) => (
          <Command.Group key={card} heading={card} className={styles.group}>
            {found
              .filter((binding) => binding.card === card)
              .map((binding) => (
                <Command.Item
                  key={binding.name}
                  value={binding.name}
                  className={styles.option}
                  onSelect={() => onChoose(binding)}
                >
                  {binding.label}
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="visually-hidden">
        {typed !== '' && counted(found.length, 'field')}
      </p>
      {found.length === 0 && <p className={styles.none}>Nothing found.</p>}
    </Command>
  )
}
