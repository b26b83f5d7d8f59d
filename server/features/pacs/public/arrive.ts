import { v7 as uuidv7 } from 'uuid'
import { earlierNameOfDicom, NAME_ORDERS, type NameOrder, nameOfDicom } from '#domain/patient/name.ts'
import { hasSigned } from '#domain/report/filed.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import {
  findBranchOfStudy,
  type PlaceableBranch,
  tatMinutesOf,
  zoneOfUnplaced,
} from '#domain/study/dicom/place-study.ts'
import { type DicomHeader, openStudyHeader, type StudyHeader } from '#domain/study/dicom/study-header.ts'
import { dayAt, isZone } from '#domain/time/zones.ts'
import { selectPlaceableBranches } from '#server/features/branches/public/placeable-branches.ts'
import { notifyAssigned } from '#server/features/notifications/public/events.ts'
import { insertArrival, updateArrival } from '#server/features/studies/public/insert-study.ts'
import { timeAtBranch } from '#server/features/studies/public/time-at-branch.ts'
import { noteLinkStep } from '#server/features/study-edit/public/identity-step.ts'
import { linkByRule } from '#server/features/unmatched/public/link-by-rule.ts'
import { refreshVisitOfService } from '#server/features/visits/public/status/refresh-status.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { headerChanges } from '../header-changes.ts'
import { noteFollowed, sourceNote } from '../source-note.ts'
import { storableHeader } from './storable-header.ts'
import { lockStudiesByUid, type StoredStudy } from './store.ts'

/** A header that is new or differs from the last one seen. */
export interface Arrival {
  uid: string
  header: DicomHeader
}

export interface ArrivalContext {
  clientId: string
  pacsId: string
  /** Until the first full pass over a server is done, its old studies are its archive and not newly received. */
  isBacklog: boolean
  /** The order of names on this server (basic_pacs_show_name_reverse); given names first by default. */
  nameOrder?: NameOrder
}

/** The parts of the kernel that arrival needs: to write, and to announce to devices. */
export type ArrivalKernel = Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs'>

/** Studies younger than this count as newly received even at first contact with a server. */
const FRESH_MS = 2 * 86_400_000

/** Imports studies, all or none: inserts new ones and updates known ones by their header. Idempotent. */
export async function takeOver(
  kernel: ArrivalKernel,
  place: ArrivalContext,
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

/** How a header is read. For a known study its own branch counts, not the one that the header names. */
interface Reading {
  stored?: StoredStudy
  nameOrder?: NameOrder
  readName?: typeof nameOfDicom
}

/**
 * Reads a header in the time zone of the study's branch: its own branch, otherwise the one that the header indicates,
 * otherwise the client's usual zone.
 */
function readPlaced(
  work: Write,
  place: ArrivalContext,
  branches: readonly PlaceableBranch[],
  header: unknown,
  { stored, nameOrder = place.nameOrder ?? 'given_first', readName = nameOfDicom }: Reading = {},
) {
  const opened = openStudyHeader(header)
  if (!opened.ok) return undefined
  const branch = findBranchOfStudy({ src_aet: opened.header.src_aet, pacs_id: place.pacsId }, branches)
  const own = branches.find(({ id }) => id === stored?.branch_id) ?? branch
  const zone = own && isZone(own.time_zone) ? own.time_zone : zoneOfUnplaced(branches)
  return { study: opened.header.readIn({ zone, today: dayAt(work.now, zone), nameOrder, readName }), branch }
}

async function receive(
  work: Write,
  place: ArrivalContext,
  branches: readonly PlaceableBranch[],
  { header }: Arrival,
): Promise<void> {
  const read = readPlaced(work, place, branches, header)
  if (!read) return
  const { gaps: _gaps, ...columns } = read.study
  const row = {
    ...columns,
    client_id: place.clientId,
    id: uuidv7(),
    pacs_id: place.pacsId,
    branch_id: read.branch?.id ?? null,
    received_datetime: receivedAt(read.study, place, work.now),
    tat: tatMinutesOf(read.branch),
    dicom_header: storableHeader(header),
  }
  const study = await insertArrival(work, { ...row, ...(await linkByRule(work, row)) })
  if (!study) return
  await noteRuleLink(work, study, study)
  if (study.visit_service_id) await refreshVisitOfService(work, study.client_id, study.visit_service_id)
  await notifyAssigned(work, undefined, study)
}

function receivedAt({ study_datetime }: StudyHeader, { isBacklog }: ArrivalContext, now: Date): Date {
  const taken = study_datetime === null ? now : new Date(study_datetime)
  const isOld = now.getTime() - taken.getTime() > FRESH_MS
  return isBacklog && isOld ? taken : now
}

async function follow(
  work: Write,
  place: ArrivalContext,
  branches: readonly PlaceableBranch[],
  stored: StoredStudy,
  { header }: Arrival,
): Promise<void> {
  // A study that was deleted here stays deleted although the server still has it. If two servers hold a study, only
  // the first one updates it.
  if (stored.hidden || (stored.pacs_id !== null && stored.pacs_id !== place.pacsId)) return
  const now = readPlaced(work, place, branches, header, { stored })
  if (!now) return
  const before = readBefore(work, place, branches, stored)
  const change = headerChanges(stored, before, now.study)
  Object.assign(change, sourceNote({ stored, before, now: now.study, header, change }))
  // A branch that now lists the sender gets the studies without a branch.
  if (stored.branch_id === null && now.branch)
    Object.assign(change, { branch_id: now.branch.id, tat: tatMinutesOf(now.branch) })
  const branch = branches.find(({ id }) => id === stored.branch_id) ?? now.branch
  const moved = timeAtBranch(stored, branches, branch)
  if (moved && change.study_datetime === undefined && !isSigned(stored)) change.study_datetime = moved
  if (Object.keys(change).length === 0) return
  const link = await linkByRule(work, {
    ...stored,
    ...now.study,
    branch_id: now.branch?.id ?? stored.branch_id,
  })
  const after = await updateArrival(work, stored, {
    ...change,
    ...link,
    dicom_header: storableHeader(header),
  })
  await noteFollowed(work, stored, after)
  if (link.visit_service_id) {
    await noteRuleLink(work, stored, after)
    await refreshVisitOfService(work, after.client_id, link.visit_service_id)
  }
  await notifyAssigned(work, stored, after)
}

const isSigned = ({ status, signed_reports }: StoredStudy) =>
  hasSigned({ status: status as ReportStatus, signed_reports })

async function noteRuleLink(work: Write, before: StoredStudy, after: StoredStudy): Promise<void> {
  const { visit_service_id: serviceId } = after
  if (serviceId !== null)
    await noteLinkStep(work.tx, { kind: 'link', before, after, serviceId, userId: undefined, at: work.now })
}

const ordersOf = ({ nameOrder }: ArrivalContext): readonly NameOrder[] =>
  nameOrder === 'family_first' ? NAME_ORDERS.toReversed() : NAME_ORDERS

/**
 * Reads the earlier header as it was read then: the name setting may have changed since, and names in some scripts
 * were read differently.
 */
function readBefore(
  work: Write,
  place: ArrivalContext,
  branches: readonly PlaceableBranch[],
  stored: StoredStudy,
): StudyHeader | undefined {
  const readings = [nameOfDicom, earlierNameOfDicom].flatMap((readName) =>
    ordersOf(place).map((nameOrder) => ({ stored, readName, nameOrder })),
  )
  const read = readings.map((how) => readPlaced(work, place, branches, stored.dicom_header, how)?.study)
  return read.find((study) => study?.pat_name === stored.pat_name) ?? read[0]
}
