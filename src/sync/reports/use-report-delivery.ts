import type { ReportCopy } from '#src/db/cache-database.ts'
import type { DraftRow, OutboxRow } from '#src/db/work-database.ts'
import type { Device } from '../device.ts'
import { mostUrgent } from '../outbox/look/most-urgent.ts'
import { itemOf, type QueueItem } from '../outbox/look/use-queue.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** The state of a study's reports, one of the four in docs/sync.md; `none` if nothing was written. */
export interface ReportDelivery {
  state: 'device' | 'sending' | 'server' | 'needs_you' | 'none'
  /** Since when. */
  at?: Date
  /** The waiting or refused command. */
  item?: QueueItem
}

/** Returns whether the study's report texts are on this device, on their way or on the server. */
export function useReportDelivery(studyId: string): ReportDelivery {
  return useLive(deliveryOf(studyId), studyId).answer ?? { state: 'none' }
}

interface Stored {
  lane: OutboxRow[]
  drafts: DraftRow[]
  copies: ReportCopy[]
}

function deliveryOf(studyId: string): LiveQuestion<Stored, ReportDelivery> {
  return {
    read: async ({ databases: { work, cache } }) => {
      const [lane, drafts, copies] = await Promise.all([
        work.outbox.where('aggregate').equals(`study:${studyId}`).sortBy('seq'),
        work.drafts.where('study').equals(studyId).toArray(),
        cache.reports.where('study').equals(studyId).toArray(),
      ])
      return { lane, drafts, copies }
    },
    open: async (stored, device) => (await unfinished(stored, device)) ?? delivered(stored, device),
  }
}

/** In order of urgency for the user: refused, in flight, waiting, unsaved. */
async function unfinished(
  { lane, drafts }: Stored,
  { databases }: Device,
): Promise<ReportDelivery | undefined> {
  const row = mostUrgent(lane)
  if (row) {
    const item = itemOf(await databases.outbox.open(row))
    return { state: item.state === 'flagged' ? 'server' : item.state, at: item.at, item }
  }
  const unsaved = drafts.find(({ isSaved }) => !isSaved)
  return unsaved && { state: 'device', at: new Date(unsaved.updated) }
}

async function delivered({ lane, copies }: Stored, { databases }: Device): Promise<ReportDelivery> {
  const acked = lane.flatMap((row) => row.acked?.at ?? [])
  if (acked.length > 0) return { state: 'server', at: new Date(Math.max(...acked)) }
  const reports = await databases.reports.openAll(copies)
  const updated = reports.map(({ body }) => Date.parse(body.updated))
  return updated.length > 0 ? { state: 'server', at: new Date(Math.max(...updated)) } : { state: 'none' }
}
