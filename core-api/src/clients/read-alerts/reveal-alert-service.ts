import { policyNumbers } from '@agency/contract/policies'
import type { RevealAlert } from '@agency/contract/reveal-alerts'
import { maskedFields } from '@agency/contract/sensitive-fields'
import { v7 as uuid } from 'uuid'
import { recordEvent, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { revealActions } from '../../platform/encryption/stored-reasons.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { hasOthersWith, nameOfAdmin, staffWith } from '../../staff/admins/admin-service.ts'
import { tellStaff } from '../../staff/admins/tell-staff.ts'
import { closeAlert, listAlertsSince, lockAlert, openAlert } from './reveal-alert-repository.ts'
import { findRevealRates, type RevealRate } from './reveal-rate-repository.ts'

export interface RevealAlertLimits {
  /** An alert is raised above so many clients within an hour; 0: never. */
  clients: number
  /** An alert is raised above so many times a person's own usual; 0: never. */
  factor: number
}

/** The factor applies from this many clients an hour, so that two clients after a quiet month raise no alert. */
const leastForFactor = 10
const week = 7 * 86_400_000

const events = {
  actions: revealActions,
  fields: [...maskedFields, ...policyNumbers, 'passcode'],
  exports: ['client.file-downloaded', 'session.packet-downloaded'],
}

/** Whether alerts are raised at all. */
export const isWatching = ({ clients, factor }: RevealAlertLimits): boolean => clients > 0 || factor > 0

const isUnusual = (limits: RevealAlertLimits, { clients, usual_clients }: RevealRate): boolean =>
  (limits.clients > 0 && clients > limits.clients) ||
  (limits.factor > 0 && clients >= leastForFactor && usual_clients !== null && clients > limits.factor * usual_clients)

/** Alerts on the dashboard, the trail and by e-mail. An open alert counts on. @returns how many were raised */
export async function watchReveals(
  context: { db: Database; cipher: FieldCipher },
  limits: RevealAlertLimits,
  now = new Date(),
): Promise<number> {
  const floor = limits.factor > 0 ? Math.min(leastForFactor, limits.clients || leastForFactor) : limits.clients
  const rates = await findRevealRates(context.db, events, { now, floor })
  let raised = 0
  for (const rate of rates.filter((found) => isUnusual(limits, found))) {
    if (await raiseAlert(context, rate, now)) raised++
  }
  return raised
}

function raiseAlert(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  rate: RevealRate,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await openAlert(trx, { ...rate, id: uuid(), raised_at: now.toISOString() }))) return false
    const { admin_id: subjectId, clients } = rate
    const detail = `${counted(clients, 'client')} within an hour`
    await recordSystemEvent(trx, { action: 'reveals.unusual-rate', subjectId, detail })
    const admin = (await nameOfAdmin(trx, subjectId)) ?? 'A former admin'
    for (const person of await staffWith(trx, 'alerts.acknowledge')) {
      await tellStaff({ db: trx, cipher }, person, {
        kind: 'reveal-alert',
        admin,
        clients: String(clients),
      })
    }
    return true
  })
}

export async function listRevealAlerts(db: Database): Promise<RevealAlert[]> {
  return listAlertsSince(db, new Date(Date.now() - week).toISOString())
}

/** What it counted is not counted again. @throws NotFound; WrongState about oneself, if somebody else can */
export function acknowledgeAlert(
  { db, principal }: { db: Database; principal: AdminPrincipal },
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const alert = await lockAlert(trx, id)
    if (!alert) throw new NotFound()
    if (alert.acknowledged_at !== null) return
    const isOwn = alert.admin_id === principal.adminId
    if (isOwn && (await hasOthersWith(trx, 'alerts.acknowledge', principal.adminId))) {
      throw new WrongState('This alert is about you. Another power admin has to acknowledge it.')
    }
    await closeAlert(trx, id, { at: new Date().toISOString(), by: principal.adminId })
    await recordEvent(trx, principal, { action: 'reveals.alert-acknowledged', subjectId: alert.admin_id })
  })
}
