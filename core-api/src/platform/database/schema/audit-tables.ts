import type { Generated } from 'kysely'

export interface AuditTables {
  audit_chains: AuditChainsTable
  audit_keys: { id: string; only_one: Generated<boolean>; encrypted_key: Buffer }
  audit_anchors: { number: number; at: string; digest: Buffer }
  audit_anchored_chains: { chain: string; position: string; anchor: number }
  audit_events: AuditEventsTable
  reveal_alerts: RevealAlertsTable
  reveal_reasons: { id: string; client_id: string; encrypted_details: Buffer }
  record_reads: { admin_id: string; client_id: string; read_at: string; listed: Generated<boolean> }
  record_read_alerts: { admin_id: string; kind: string; alerted_at: string }
}

interface AuditChainsTable {
  chain: string
  position: string
  head: Buffer
  carried_position: string | null
  carried_mac: Buffer | null
}

interface AuditEventsTable {
  id: string
  chain: string
  position: string
  at: string
  actor_kind: 'nobody' | 'admin' | 'session' | 'system'
  actor_id: string | null
  action: string
  client_id: string | null
  session_id: string | null
  subject_id: string | null
  fields: string[]
  address: string | null
  detail: string | null
  hash: Buffer
  mac: Buffer | null
}

interface RevealAlertsTable {
  id: string
  admin_id: string
  clients: number
  usual_clients: number | null
  raised_at: string
  acknowledged_at: string | null
  acknowledged_by: string | null
}
