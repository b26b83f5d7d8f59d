import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { openSession } from '#server/kernel/auth/session-store.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { type Centre, DESK_BRANCHES, DESK_ROLE, insertCentre, ZONE } from './desk/centre.ts'

/** A person of the schedule's own client. */
export interface SimUser {
  id: string
  name: string
  /** For a desk: the person's branches. */
  branches?: readonly string[]
}

/** A client made for one schedule: it starts empty, and only the schedule uses it. */
export interface SimClient {
  id: string
  /** The doctors, followed by the desks, if the client has any. */
  users: SimUser[]
  studies: string[]
  centre: Centre | undefined
}

const MODULES: readonly Permission[] = [
  'view_archives',
  'view_all_dr_worklist',
  'verify_report',
  'assign_doctor_to_study',
]
/** Reads and writes the own worklist only: a study that is assigned to another doctor leaves this doctor's devices. */
const OWN_MODULES: readonly Permission[] = []
const SENIOR_ROLE = 3
const JUNIOR_ROLE = 4
export const USERS = 3
/** The indexes of the desks among the persons of a client. */
export const DESKS = DESK_BRANCHES.map((_, n) => USERS + n)
/** The doctor who sees only the own worklist. */
export const JUNIOR = 2
export const STUDIES = 6

/** The password of every doctor of the laboratory. */
export const LAB_PASSWORD = 'Laboratory#2026'
const LAB_HASH = await hashPassword(LAB_PASSWORD)

/**
 * Makes a client with three doctors and six studies; the third doctor sees the own worklist only. `hasDesks`
 * adds a front desk.
 */
export async function makeClient(database: Database, now: Date, hasDesks: boolean): Promise<SimClient> {
  const id = randomUUID()
  const branch = randomUUID()
  const users: SimUser[] = Array.from({ length: USERS }, (_, n) => ({
    id: randomUUID(),
    name: `Dr ${n + 1}`,
  }))
  const studies = Array.from({ length: STUDIES }, () => randomUUID())
  await database.entry((tx) => sql`select entry.create_client(${id}, 'Fault laboratory')`.execute(tx))
  let centre: Centre | undefined
  await database.tenant(id, async (tx) => {
    // Without modules every command would be refused, and the faults would have no effect.
    await tx
      .updateTable('client')
      .set({ main_modules: [...MAIN_MODULES] })
      .where('id', '=', id)
      .execute()
    const roles = [
      { client_id: id, id: SENIOR_ROLE, name: 'Senior', modules: [...MODULES] },
      { client_id: id, id: JUNIOR_ROLE, name: 'Junior', modules: [...OWN_MODULES] },
    ]
    await tx.insertInto('role').values(roles).execute()
    await tx
      .insertInto('branch')
      .values({ client_id: id, id: branch, name: 'Main', time_zone: ZONE })
      .execute()
    if (hasDesks) centre = await insertCentre(tx, id, branch)
    const people = users.map(({ id: user, name }, n) => ({
      client_id: id,
      id: user,
      username: user,
      password_hash: LAB_HASH,
      name,
      user_type: 'CLIENT',
      role_id: n === JUNIOR ? JUNIOR_ROLE : SENIOR_ROLE,
      branch_ids: [branch],
      is_doctor: true,
      can_sign: true,
    }))
    await tx.insertInto('app_user').values(people).execute()
    const rows = studies.map((study, n) => ({
      client_id: id,
      id: study,
      study_iuid: study,
      branch_id: branch,
      pat_name: `Patient ${n + 1}`,
      modality: 'CT',
      received_datetime: new Date(now.getTime() - (n + 1) * 3_600_000),
      // The last one belongs to the junior doctor.
      assigned_doctor_id: n === STUDIES - 1 ? users[JUNIOR]!.id : null,
    }))
    await tx.insertInto('study').values(rows).execute()
    if (centre) users.push(...(await putDesks(tx, id, centre)))
  })
  return { id, users, studies, centre }
}

async function putDesks(tx: Tx, clientId: string, { branches }: Centre): Promise<SimUser[]> {
  const desks = DESK_BRANCHES.map((places, n) => ({
    id: randomUUID(),
    name: `Desk ${n + 1}`,
    branch_ids: places.map((place) => branches[place]!.id),
  }))
  const people = desks.map(({ id, name, branch_ids }) => ({
    client_id: clientId,
    id,
    username: id,
    password_hash: LAB_HASH,
    name,
    user_type: 'CLIENT',
    role_id: DESK_ROLE,
    branch_ids,
  }))
  await tx.insertInto('app_user').values(people).execute()
  return desks.map(({ id, name, branch_ids: own }) => ({ id, name, branches: own }))
}

/** Signs a person in on a device without a password, because the schedules need only the sessions. */
export async function signIn(
  database: Database,
  { id: clientId }: SimClient,
  { id: userId }: SimUser,
  deviceId: string,
  now: Date,
): Promise<{ token: string; session_id: string }> {
  const user = { clientId, userId, deviceId, address: '127.0.0.1' }
  const { token, sessionId } = await database.entry((tx) => openSession(tx, user, now))
  return { token, session_id: sessionId }
}
