import * as Collapsible from '@radix-ui/react-collapsible'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import styles from './folder-group.module.css'

export interface FolderGroupProps {
  /** May be empty: then `unnamedLabel` names the folder for assistive technology alone. */
  name: string
  count: number
  defaultOpen?: boolean
  /** Makes the folder controlled, together with `onOpenChange`. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
  headingLevel?: 2 | 3 | 4 | 5 | 6
  unnamedLabel?: string
}

export function FolderGroup({
  name,
  count,
  defaultOpen = true,
  open,
  onOpenChange,
  children,
  headingLevel = 3,
  unnamedLabel = 'Unnamed folder',
}: FolderGroupProps) {
  const Heading = `h${headingLevel}` as const

  return (
    <Collapsible.Root className={styles.group} defaultOpen={defaultOpen} open={open} onOpenChange={onOpenChange}>
      <Heading className={styles.heading}>
        <Collapsible.Trigger className={styles.trigger}>
          <span className={styles.chevron}>
            <Icon name="chevron" />
          </span>
          {name ? <span className={styles.name}>{name}</span> : <span className="visually-hidden">{unnamedLabel}</span>}{' '}
          <span className={styles.count}>{count}</span>
        </Collapsible.Trigger>
      </Heading>
      <Collapsible.Content className={styles.content}>{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}
