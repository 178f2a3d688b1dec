import type { AuditTables } from './schema/audit-tables.ts'
import type { ClientTables } from './schema/client-tables.ts'
import type { FormTables } from './schema/form-tables.ts'
import type { MessageTables } from './schema/message-tables.ts'
import type { OperationTables } from './schema/operation-tables.ts'
import type { PolicyTables } from './schema/policy-tables.ts'
import type { SessionTables } from './schema/session-tables.ts'
import type { SigningTables } from './schema/signing-tables.ts'
import type { StaffTables } from './schema/staff-tables.ts'

/** The rows of all tables, by topic in `schema/`. Times are RFC 3339 strings, dates `YYYY-MM-DD`. */
export interface Schema
  extends AuditTables,
    ClientTables,
    FormTables,
    MessageTables,
    OperationTables,
    PolicyTables,
    SessionTables,
    SigningTables,
    StaffTables {}
