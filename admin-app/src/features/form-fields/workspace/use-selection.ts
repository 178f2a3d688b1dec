import type { FormField } from '@agency/contract/form-fields'
import { useMemo, useState } from 'react'

/** The selected fields: the focused one, and those that were kept when others got the focus. */
export interface Selection {
  /** The field whose properties are shown. */
  readonly focused: string | null
  readonly ids: ReadonlySet<string>
  readonly focus: (id: string | null) => void
  /** Selects one field alone, unless it is selected already. */
  readonly press: (id: string) => void
  /** Adds a field to the selection, or takes it out. */
  readonly toggle: (id: string) => void
  readonly set: (ids: readonly string[]) => void
}

/** The selection among the fields of a form. */
export function useSelection(fields: readonly FormField[]): Selection {
  const [focused, focus] = useState<string | null>(null)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const placed = useMemo(() => new Set(fields.map(({ id }) => id)), [fields])
  const present = (id: string | null) => id !== null && placed.has(id)
  const ids = new Set([...kept, ...(focused === null ? [] : [focused])].filter(present))
  return {
    focused: present(focused) ? focused : null,
    ids,
    focus,
    press: (id) => {
      if (!ids.has(id)) setKept(new Set())
    },
    toggle: (id) => {
      const others = [...ids].filter((other) => other !== id)
      setKept(new Set(kept.has(id) ? others : [...others, id]))
      focus(kept.has(id) ? (others.at(-1) ?? null) : id)
    },
    set: (chosen) => {
      // One alone is the focused one, and is left with the focus.
      setKept(new Set(chosen.length > 1 ? chosen : []))
      focus(chosen.at(-1) ?? null)
    },
  }
}
