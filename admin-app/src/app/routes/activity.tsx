import { loadedPart } from '../../shared/shared-ui'

/** The audit trail dialog, loaded when it is first opened. */
export const Activity = loadedPart(async () => (await import('../../features/audit/activity-dialog')).ActivityDialog)

/** The card with the newest events of a client, loaded after the record. */
export const LatestActivity = loadedPart(
  async () => (await import('../../features/audit/latest-activity')).LatestActivity,
)
