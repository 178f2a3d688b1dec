import type { Feature } from '../../platform/feature.ts'
import { backups } from './backup-schedule.ts'

export const backup: Feature = { plugins: [backups] }
