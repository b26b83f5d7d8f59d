import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import { mayReadAgain, type PeerDoctor } from '#domain/peer/choose-reader.ts'
import { isDrawn } from '#domain/peer/draw.ts'
import { addDays, type DayText, startOfDay } from '#domain/time/zones.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { OWN_PEOPLE } from './own-people.ts'

export interface Draw {
  clientId: string
  branch: { id: string; time_zone: string }
  day: DayText
  share: number
  key: Buffer
  /** Studies signed earlier are left out. */
  since: Date | undefined
  doctors: readonly PeerDoctor[]
}

interface Signed {
  id: string
  modality: string
  own: string[]
  version_ids: string[]
  firsts: string[]
}

/** Draws from the studies signed at the branch on that day; leaves out studies that no colleague may read. */
export async function drawDay(work: Write, draw: Draw): Promise<void> {
  const { clientId, branch, day, share, key, doctors } = draw
  const signed = await selectSigned(work, draw)
  const drawn = signed.filter(
    ({ id, modality, own }) =>
      isDrawn(keyed(key, id), share) &&
      doctors.some((one) => mayReadAgain(one, { branchId: branch.id, modality, own: new Set(own) })),
  )
  for (const study of drawn) await insertReading(work, draw, study)
  const counts = { signed: signed.length, drawn: drawn.length }
  await work.tx
    .insertInto('peer_draw')
    .values({
      client_id: clientId,
      branch_id: branch.id,
      day,
      share: String(share),
      made: work.now,
      ...counts,
    })
    .execute()
  work.audited({
    clientId,
    userId: undefined,
    action: 'draw',
    type: 'peer_draw',
    recordId: branch.id,
    detail: { day, share, ...counts },
    at: work.now,
  })
}

/** Returns the hash (hex) that decides whether a study is drawn. */
export const keyed = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex')

/** Selects the studies that a person signed then, with their current signed reports. */
async function selectSigned(work: Write, { clientId, branch, day, since }: Draw): Promise<Signed[]> {
  const from = later(startOfDay(day, branch.time_zone), since)
  const until = startOfDay(addDays(day, 1), branch.time_zone)
  const { rows } = await sql<Signed>`
    select s.id, s.modality, ${OWN_PEOPLE} as own, v.version_ids, v.firsts
    from study s
    cross join lateral (
      select array_agg(h.id order by r.report_no) as version_ids, array_agg(distinct r.signed_by_doctor_id) as firsts
      from report r
      cross join lateral (
        select h.id from report_version h
        where h.client_id = r.client_id and h.report_id = r.id and h.signed_hash <> '' order by h.rev desc limit 1
      ) h
      where r.client_id = s.client_id and r.study_id = s.id and r.status in ('Signed', 'Verified')
        and r.signed_by_doctor_id is not null
    ) v
    where s.client_id = ${clientId} and s.branch_id = ${branch.id} and s.hidden is null
      and s.status in ('Signed', 'Verified') and s.signed_on >= ${from} and s.signed_on < ${until}
      and v.version_ids is not null
      and not exists (select from peer_reading p where p.client_id = s.client_id and p.study_id = s.id)
    order by s.id`.execute(work.tx)
  return rows
}

const later = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a)

async function insertReading({ tx, now }: Write, draw: Draw, study: Signed): Promise<void> {
  const { clientId, branch, day } = draw
  const id = mintId()
  await tx
    .insertInto('peer_reading')
    .values({
      client_id: clientId,
      id,
      study_id: study.id,
      branch_id: branch.id,
      day,
      modality: study.modality,
      drawn_on: now,
      version_ids: study.version_ids,
    })
    .execute()
  await tx
    .insertInto('peer_first')
    .values(study.firsts.map((user_id) => ({ client_id: clientId, reading_id: id, user_id })))
    .execute()
}
