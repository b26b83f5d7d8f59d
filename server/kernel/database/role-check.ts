import type { Pool } from 'pg'
import { APP_ROLE, PLATFORM_ROLE } from './pool.ts'

interface Role {
  name: string
  is_super: boolean
  bypasses: boolean
  owns: boolean
}

interface Login {
  name: string
  is_super: boolean
  bypasses: boolean
  makes_roles: boolean
  replicates: boolean
  owns: boolean
  /** Other roles that it is a member of, directly or indirectly. */
  member_of: string[]
}

/**
 * Throws if row-level security would not hold: the role that queries run as must be readroom_app, must not be a
 * superuser, must not bypass row-level security, and must not have the rights of a table's owner, itself or through
 * another role.
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

/**
 * Throws if the pool's login could become more than readroom_app: an injected statement can reset the role and take
 * another. The message says what an administrator must run.
 */
export async function refuseDangerousLogin(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Login>(
    `select r.rolname as name, r.rolsuper as is_super, r.rolbypassrls as bypasses, r.rolcreaterole as makes_roles,
      r.rolreplication as replicates,
      exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
        and d.deptype = 'o' and (d.dbid = (select oid from pg_database where datname = current_database())
          or (d.classid = 'pg_database'::regclass
            and d.objid = (select oid from pg_database where datname = current_database())))) as owns,
      array(select m.rolname::text from pg_roles m where m.oid <> r.oid and m.rolname <> all ($1)
        and pg_has_role(r.oid, m.oid, 'member') order by 1) as member_of
     from pg_roles r where r.rolname = session_user`,
    [[APP_ROLE, PLATFORM_ROLE]],
  )
  const login = rows[0]
  const why = login === undefined ? 'is not known' : dangerOfLogin(login)
  if (why === undefined) return
  throw new Error(
    `The login ${login?.name ?? ''} of DATABASE_URL ${why}: a statement that is smuggled in could pass the walls between clients. Give the server a login that can do nothing but take its roles. An administrator of the database runs once: create role readroom_pool login noinherit password '…'; grant readroom_app, readroom_platform to readroom_pool; Then name that login in DATABASE_URL, and put what DATABASE_URL says today into READROOM_MIGRATION_URL.`,
  )
}

function dangerOfLogin(login: Login): string | undefined {
  if (login.is_super) return 'is a superuser'
  if (login.bypasses) return 'bypasses row-level security'
  if (login.makes_roles) return 'may make roles'
  if (login.replicates) return 'may copy the whole database by replication'
  if (login.member_of.length > 0) return `may become ${login.member_of.join(', ')}`
  return login.owns ? 'owns the database or things in it' : undefined
}
