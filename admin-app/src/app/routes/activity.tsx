import { type ComponentProps, lazy, Suspense } from 'react'

const ActivityDialog = lazy(async () => ({
  default: (await import('../../features/audit/activity-dialog')).ActivityDialog,
}))

/** The audit trail dialog, loaded when it is first opened. */
export function Activity(props: ComponentProps<typeof ActivityDialog>) {
  return (
    <Suspense fallback={null}>
      <ActivityDialog {...props} />
    </Suspense>
  )
}
