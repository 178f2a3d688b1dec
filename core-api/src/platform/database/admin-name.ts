import { sql } from 'kysely'

/** Full name, else the login name. Null without a joined row. @param table name or alias of `admins` */
export const adminName = (table = 'admins') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string | null>`coalesce(
    nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('username')})`
}

/** The name of the staff member whose id is in a column, also after their account was deleted. */
export const staffName = (column: string) =>
  sql<string | null>`coalesce(
    (SELECT ${adminName()} FROM admins WHERE admins.id = ${sql.ref(column)}),
    (SELECT name FROM former_admins WHERE former_admins.id = ${sql.ref(column)}))`
