import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { isDrawn } from '#domain/peer/draw.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { peerDrawJob } from '#server/features/peer-learning/draw-job.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI, save } from '../reports/report-fixture.ts'

export const SHARE = 20
const KEY = Buffer.alloc(32, 7)
const DAY_MS = 86_400_000

/** Switches peer learning on, with a known key. */
export async function switchOn(server: DemoServer, share = SHARE): Promise<void> {
  await askAdmin(
    server,
    `insert into client_setting (client_id, peer_learning, peer_share, peer_draw_key) values ($1, true, $2, $3)
     on conflict (client_id) do update set peer_learning = true, peer_share = $2, peer_draw_key = $3`,
    [CLIENT, share, KEY],
  )
}

const isIn = (id: string) => isDrawn(createHmac('sha256', KEY).update(id).digest('hex'), SHARE)

/** Returns an id of a study that the draw selects, or does not select. */
function idThat(wanted: boolean): string {
  for (;;) {
    const id = crypto.randomUUID()
    if (isIn(id) === wanted) return id
  }
}

interface Wish {
  isDrawn?: boolean
  branch?: string
  modality?: string
  text?: string
  conclusion?: string
}

/** Inserts a study that this doctor signs now, and that the draw selects or not. */
export async function putSigned(server: DemoServer, signer = 'dr.mehta', wish: Wish = {}): Promise<string> {
  const { branch = ANDHERI, modality = 'CT', text = '<p>No nodule.</p>', conclusion = '' } = wish
  const id = idThat(wish.isDrawn ?? true)
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, pat_sex, modality, study_desc, received_datetime)
     values ($1, $2::uuid, $2::text, $3, 'SAN-1', 'RAO^MEERA', 'Female', $4, 'CT Thorax', $5)`,
    [CLIENT, id, branch, modality, new Date(server.clock.now.getTime() - 3_600_000)],
  )
  expect((await save(await server.signIn(signer), id, { status: 'Signed', text, conclusion })).status).toBe(
    200,
  )
  return id
}

export const runDraw = (server: DemoServer) => peerDrawJob.run(server.app.kernel, server.app.log)

/** Moves to the hour after the branch's day, and runs the draw of that day. */
export async function drawNextDay(server: DemoServer): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + DAY_MS)
  await runDraw(server)
}

export const tomorrow = () => new Date(NOW.getTime() + DAY_MS)

export interface StoredReading {
  id: string
  rev: number
  study_id: string
  reader_id: string | null
  reader: string | null
  day: string
  read_on: Date | null
}

/** Returns the readings of these studies, without checks of rights. */
export const readingsOf = (server: DemoServer, ...studies: string[]) =>
  askAdmin<StoredReading>(
    server,
    `select p.id, p.rev, p.study_id, p.reader_id, u.username as reader, p.day::text as day, p.read_on
     from peer_reading p left join app_user u on u.client_id = p.client_id and u.id = p.reader_id
     where p.study_id = any($1) order by p.study_id`,
    [studies],
  )

export async function readingOf(server: DemoServer, study: string): Promise<StoredReading> {
  const [reading] = await readingsOf(server, study)
  if (!reading) throw new Error('the study was not drawn')
  return reading
}

/** Assigns the reading to a person whose desk the test has. */
export async function giveTo(server: DemoServer, study: string, username: string): Promise<StoredReading> {
  const { id } = await readingOf(server, study)
  const person = DEMO_PEOPLE.find((one) => one.username === username)?.id
  await askAdmin(server, 'update peer_reading set reader_id = $2, given_on = now() where id = $1', [
    id,
    person,
  ])
  return readingOf(server, study)
}
