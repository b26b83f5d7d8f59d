import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { v7 as mintId } from 'uuid'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { openSession } from '#server/kernel/auth/session-store.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { findRunning } from '#server/kernel/database/running.ts'
import { adminUrlOf } from '#tests/helpers/server-process.ts'

/** Devices of one branch. */
const PER_BRANCH = 20
/** Every n-th device belongs to an administrator, who sees all branches. */
const ADMIN_EVERY = 25
/** Devices of one person: each has its own session. */
const PER_PERSON = 10

/** A device of the load: a session at a desk. */
export interface Seat {
  token: string
  person: string
  /** The branch where it works; undefined for an administrator. */
  branch: string | undefined
}

/** Inserts a client into the database of a running server, with a session for each device. */
export async function makeLoadClient(dataDir: string, devices: number): Promise<Seat[]> {
  const admin = new Client({ connectionString: adminUrlOf(dataDir) })
  await admin.connect()
  const database = await openDatabase({ url: findRunning(dataDir).url })
  try {
    const clientId = randomUUID()
    await admin.query("insert into client (id, name, main_modules) values ($1, 'Client of the load', $2)", [
      clientId,
      [...MAIN_MODULES],
    ])
    await admin.query(
      "insert into role (client_id, id, name, modules) values ($1, 11, 'Desk', '{appointments}')",
      [clientId],
    )
    const branches = Array.from({ length: Math.max(2, Math.ceil(devices / PER_BRANCH)) }, () => randomUUID())
    for (const [n, id] of branches.entries())
      await admin.query('insert into branch (client_id, id, name) values ($1, $2, $3)', [
        clientId,
        id,
        `Branch ${n + 1}`,
      ])
    const addPerson = async (branch: string | undefined) => {
      const id = randomUUID()
      await admin.query(
        `insert into app_user (client_id, id, username, password_hash, name, user_type, role_id, branch_ids, is_client_admin)
         values ($1, $2, $3, '', 'Desk', 'CLIENT', 11, $4, $5)`,
        [clientId, id, `load-${id}`, branch === undefined ? [] : [branch], branch === undefined],
      )
      return id
    }
    const people = new Map<string, { id: string; left: number }>()
    const seats: Seat[] = []
    for (let n = 0; n < devices; n += 1) {
      const branch = n % ADMIN_EVERY === ADMIN_EVERY - 1 ? undefined : branches[n % branches.length]
      const known = people.get(branch ?? '')
      const person = known && known.left > 0 ? known : { id: await addPerson(branch), left: PER_PERSON }
      person.left -= 1
      people.set(branch ?? '', person)
      const user = { clientId, userId: person.id, deviceId: mintId(), address: '127.0.0.1' }
      const { token } = await database.entry((tx) => openSession(tx, user))
      seats.push({ token, person: person.id, branch })
    }
    return seats
  } finally {
    await database.close()
    await admin.end()
  }
}
