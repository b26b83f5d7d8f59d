import type { Pool } from 'pg'
import { APP_ROLE } from './pool.ts'

interface Role {
  name: string
  is_super: boolean
  bypasses: boolean
  owns: boolean
}

/**
 * Refuses to start where row-level security would not hold: the role that queries run as must be readroom_app, must not
 * be a superuser, must not bypass row-level security, and must not have the rights of a table's owner, itself or
 * through another role (STACK.md "tenants").
 */
export async function refuseDangerousRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Role>(`
    select current_user::text as name, r.rolsuper as is_super, r.rolbypassrls as bypasses,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'entry') and c.relkind in ('r', 'p')
          and pg_has_role(r.oid, c.relowner, 'usage')) as owns
    from pg_roles r where r.rolname = current_user`)
  const role = rows[0]
  const why = role === undefined ? 'is not known' : dangerOf(role)
  if (why !== undefined)
    throw new Error(
      `The database role ${role?.name ?? ''} ${why}: patients of different clients would not be kept apart.`,
    )
}

function dangerOf(role: Role): string | undefined {
  if (role.is_super) return 'is a superuser'
  if (role.bypasses) return 'bypasses row-level security'
  if (role.owns) return 'has the rights of a table owner'
  return role.name === APP_ROLE ? undefined : `is not ${APP_ROLE}`
}
