import { v7 as uuidv7 } from 'uuid'
import { findBranchOfStudy, type PlaceableBranch, tatMinutesOf } from '#domain/study/place-study.ts'
import { type DicomHeader, readStudyHeader, type StudyHeader } from '#domain/study/study-header.ts'
import { dayAt, isZone } from '#domain/time/zones.ts'
import { studyScopes } from '#server/features/studies/store.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { type Write, write } from '#server/kernel/sync/write.ts'
import { headerChanges } from './header-changes.ts'
import { storableHeader } from './storable-header.ts'
import {
  insertArrival,
  lockStudiesByUid,
  type StoredStudy,
  selectPlaceableBranches,
  updateArrival,
} from './store.ts'

/** A header that is new or differs from what was seen before. */
export interface Arrival {
  uid: string
  header: DicomHeader
}

export interface ArrivalPlace {
  clientId: string
  pacsId: string
  /** Until the first full pass through a server is done, old studies on it are its archive and not just received. */
  isBacklog: boolean
}

/** What arrival works with: writing, and telling devices. */
export type ArrivalKernel = Pick<Kernel, 'database' | 'now' | 'announce'>

/** Younger studies were just received even at first contact with a server. */
const FRESH_MS = 2 * 86_400_000

/** Takes studies over, all or none: new ones are placed, known ones follow their header. Repeating it changes nothing. */
export async function takeOver(
  kernel: ArrivalKernel,
  place: ArrivalPlace,
  arrivals: readonly Arrival[],
): Promise<void> {
  await write(kernel, place.clientId, async (work) => {
    const branches = await selectPlaceableBranches(work.tx, place.clientId)
    const uids = arrivals.map((arrival) => arrival.uid)
    const known = await lockStudiesByUid(work.tx, place.clientId, uids)
    for (const arrival of arrivals) {
      const stored = known.get(arrival.uid)
      if (stored) await follow(work, place, branches, stored, arrival)
      else await receive(work, place, branches, arrival)
    }
  })
}

/** Reads a header in the zone of the branch that it belongs to; which branch that is, the header itself says. */
function readPlaced(work: Write, place: ArrivalPlace, branches: readonly PlaceableBranch[], header: unknown) {
  const readIn = (zone: string) => readStudyHeader(header, { zone, today: dayAt(work.now, zone) })
  const first = readIn('UTC')
  if (!first.ok) return undefined
  const branch = findBranchOfStudy({ src_aet: first.study.src_aet, pacs_id: place.pacsId }, branches)
  const read = branch && isZone(branch.time_zone) ? readIn(branch.time_zone) : first
  return read.ok ? { study: read.study, branch } : undefined
}

async function receive(
  work: Write,
  place: ArrivalPlace,
  branches: readonly PlaceableBranch[],
  { header }: Arrival,
): Promise<void> {
  const read = readPlaced(work, place, branches, header)
  if (!read) return
  const { gaps: _gaps, ...columns } = read.study
  const study = await insertArrival(work.tx, {
    ...columns,
    client_id: place.clientId,
    id: uuidv7(),
    pacs_id: place.pacsId,
    branch_id: read.branch?.id ?? null,
    received_datetime: receivedAt(read.study, place, work.now),
    tat: tatMinutesOf(read.branch),
    dicom_header: storableHeader(header),
  })
  if (study) work.changed({ type: 'study', id: study.id, rev: study.rev, scopes: studyScopes(study) })
}

function receivedAt({ study_datetime }: StudyHeader, { isBacklog }: ArrivalPlace, now: Date): Date {
  const taken = study_datetime === null ? now : new Date(study_datetime)
  const isOld = now.getTime() - taken.getTime() > FRESH_MS
  return isBacklog && isOld ? taken : now
}

async function follow(
  work: Write,
  place: ArrivalPlace,
  branches: readonly PlaceableBranch[],
  stored: StoredStudy,
  { header }: Arrival,
): Promise<void> {
  // Deleted here: it stays deleted, although the server still has it. Of two servers that hold a study the first leads.
  if (stored.hidden || (stored.pacs_id !== null && stored.pacs_id !== place.pacsId)) return
  const now = readPlaced(work, place, branches, header)
  if (!now) return
  const before = readPlaced(work, place, branches, stored.dicom_header)?.study
  const change = headerChanges(stored, before, now.study)
  // A branch that has come to name the sender takes the studies that belonged to nobody.
  if (stored.branch_id === null && now.branch)
    Object.assign(change, { branch_id: now.branch.id, tat: tatMinutesOf(now.branch) })
  if (Object.keys(change).length === 0) return
  const after = await updateArrival(work.tx, stored, { ...change, dicom_header: storableHeader(header) })
  const scopes = studyScopes(after)
  const left = studyScopes(stored).filter((scope) => !scopes.includes(scope))
  work.changed({ type: 'study', id: after.id, rev: after.rev, scopes, left })
}
