import { ReadOnly, readOnlyReason } from '../../shared/archive/read-only'
import { PageHeading } from '../../shared/page-heading'
import { usePermission } from '../../shared/use-permission'
import styles from './forms-page.module.css'
import { PresetsCard } from './presets-card'

/** The presets, which the page of the forms shows too. */
export function PresetsPage() {
  const mayWrite = usePermission('forms.write')
  return (
    <ReadOnly value={readOnlyReason(false, mayWrite)}>
      <div className={styles.page}>
        <PageHeading title="Presets">Presets</PageHeading>
        <PresetsCard />
      </div>
    </ReadOnly>
  )
}
