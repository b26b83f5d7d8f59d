import { sql } from 'kysely'
import { chooseReader, mayReadAgain, type PeerDoctor } from '#domain/peer/choose-reader.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { notifyPeerReading, settlePeerReadings } from './bell.ts'
import { keyed } from './draw-day.ts'
import { OWN_PEOPLE } from './own-people.ts'

interface OpenReading {
  id: string
  study_id: string
  branch_id: string
  modality: string
  reader_id: string | null
  own: string[]
}

/**
 * Assigns every waiting reading to a colleague who may read it. If the reader left, lost the branch or took part in
 * the report since, assigns another; if there is nobody, the reading waits for the next run.
 */
export async function giveReadings(
  work: Write,
  { clientId, key, doctors }: { clientId: string; key: Buffer; doctors: readonly PeerDoctor[] },
): Promise<void> {
  const open = await selectOpen(work, clientId)
  const byId = new Map(doctors.map((doctor) => [doctor.id, doctor]))
  const studyOf = ({ branch_id, modality, own }: OpenReading) => ({
    branchId: branch_id,
    modality,
    own: new Set(own),
  })
  const stands = (one: OpenReading) => {
    const reader = one.reader_id === null ? undefined : byId.get(one.reader_id)
    return reader !== undefined && mayReadAgain(reader, studyOf(one))
  }
  const loads = new Map<string, number>()
  for (const { reader_id } of open.filter(stands))
    if (reader_id !== null) loads.set(reader_id, (loads.get(reader_id) ?? 0) + 1)
  for (const one of open.filter((each) => !stands(each))) {
    const reader = chooseReader(doctors, studyOf(one), loads, ({ id }) => keyed(key, `${one.study_id} ${id}`))
    if (reader) loads.set(reader.id, (loads.get(reader.id) ?? 0) + 1)
    if (reader?.id !== one.reader_id) await give(work, clientId, one, reader?.id)
  }
}

async function selectOpen({ tx }: Write, clientId: string): Promise<OpenReading[]> {
  const { rows } = await sql<OpenReading>`
    select p.id, p.study_id, p.branch_id, p.modality, p.reader_id, ${OWN_PEOPLE} as own
    from peer_reading p join study s on s.client_id = p.client_id and s.id = p.study_id
    where p.client_id = ${clientId} and p.read_on is null
    order by p.drawn_on, p.id for update of p`.execute(tx)
  return rows
}

async function give(
  work: Write,
  clientId: string,
  reading: OpenReading,
  readerId: string | undefined,
): Promise<void> {
  await work.tx
    .updateTable('peer_reading')
    .set({ reader_id: readerId ?? null, given_on: readerId ? work.now : null, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', reading.id)
    .execute()
  work.audited({
    clientId,
    userId: undefined,
    action: 'give',
    type: 'peer_reading',
    recordId: reading.id,
    detail: { reader_id: readerId ?? null, before: reading.reader_id },
    at: work.now,
  })
  if (reading.reader_id !== null) await settlePeerReadings(work, clientId, reading.reader_id)
  if (readerId !== undefined) await notifyPeerReading(work, clientId, readerId)
}
