import { loadedPart } from '../../shared/shared-ui'

export const Activity = loadedPart(async () => (await import('../../features/audit/activity-dialog')).ActivityDialog)

export const LatestActivity = loadedPart(
  async () => (await import('../../features/audit/latest-activity')).LatestActivity,
)
