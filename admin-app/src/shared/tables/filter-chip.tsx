import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import X from 'lucide-react/icons/x'

interface FilterChipProps {
  readonly label: string
  readonly onRemove: () => void
}

/** A filter that the address sets. A press removes it. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  const button = useHandOnFocus<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      className="chip"
      data-removable
      aria-label={`${label}, remove filter`}
      onClick={onRemove}
    >
      {label}
      <X size={16} />
    </button>
  )
}
