import { adminRoles } from '../packages/contract/src/admin-roles.ts'
import { hasPermission, type Permission, permissions } from '../packages/contract/src/permissions.ts'

const heading = `# Permissions

Made by \`npm run openapi\` from \`packages/contract/src/permissions.ts\`; do not edit. Each operation for staff names the permission that it
needs (\`x-permission\` in the API description, \`/docs\`); without it, the answer is 403. With \`ADMIN_MANAGEMENT=everyone\`, standard admins
have \`admins.manage\` and \`audit.read\` too. Whose clients a role sees: \`STANDARD_SCOPE\`, \`ASSISTANT_SCOPE\`, \`AUDITOR_SCOPE\` ([settings](settings.md#staff)).
`

const roleColumns = ` ${adminRoles.join(' | ')} |`
const ruler = (columns: number) => `|${'---|'.repeat(columns)}`
const marks = (permission: Permission): string =>
  adminRoles.map((role) => (hasPermission(role, permission, 'power') ? ' yes |' : ' |')).join('')

/** The documentation of who may do what: each permission with its roles. */
export function describePermissions(): string {
  const granted = permissions.map(({ name, does }) => `| \`${name}\` | ${does} |${marks(name)}`)
  return [heading, `| permission | what it allows |${roleColumns}`, ruler(adminRoles.length + 2), ...granted, ''].join(
    '\n',
  )
}
