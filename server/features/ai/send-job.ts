import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { AiRecord } from '#contract/calls/ai.ts'
import { ImageServerError, type SendOrder } from '#server/integrations/pacs/image-server.ts'
import { webSettingsOf } from '#server/integrations/pacs/open-image-server.ts'
import { sendImages } from '#server/integrations/pacs/send-images.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { defineJob, type Job, type JobContext } from '#server/kernel/jobs/job.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { findPacs, type PacsRow } from '../imaging/public/store.ts'
import { openPacs } from '../pacs/public/open-pacs.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { logImagesOut } from './ai-exchange.ts'
import { SEND_TO_AI } from './send-job-name.ts'
import { lockAiRequest, showOnStudy, updateAiReport } from './store.ts'

/** Delays before each retry when the server is down or slow. */
const PAUSES_MS = [2_000, 10_000]
const MAX_ERROR = 300
const Records = z.array(AiRecord)

/**
 * Sends the images of a request to its company, then sets the request to wait for the answer or to failed with the
 * reason.
 */
export function createAiSendJob(deps: OutsideDeps, pausesMs: readonly number[] = PAUSES_MS): Job {
  return defineJob({
    ...SEND_TO_AI,
    retries: 3,
    // Each receiver may take ten minutes per try.
    maxSeconds: 3 * 3600,
    run: async ({ clientId, ids }, work) => {
      for (const id of ids) await sendOne(work, clientId, id, { deps, pausesMs })
    },
    // A request left in Sending would block further requests to the company.
    giveUp: async ({ clientId, ids }, work) => {
      for (const id of ids)
        await settle(work, clientId, id, 'The sending was interrupted. Please send again.')
    },
  })
}

async function sendOne(
  work: JobContext,
  clientId: string,
  id: string,
  { deps, pausesMs }: { deps: OutsideDeps; pausesMs: readonly number[] },
): Promise<void> {
  const { value: task } = await work.write((write) => readTask(write, clientId, id))
  if (!task) return
  const began = performance.now()
  const receivers = task.orders.map(({ aet }) => aet)
  const failure = await trySending(deps, task, pausesMs)
  logImagesOut(deps, { clientId, id, study: task.study, receivers, failure, began })
  await settle(work, clientId, id, failure)
}

/** Stores the outcome of the sending; `failure` is the reason if nothing was sent. */
async function settle(
  work: JobContext,
  clientId: string,
  id: string,
  failure: string | undefined,
): Promise<void> {
  await work.write(async (write) => {
    const found = await lockAiRequest(write, clientId, id)
    // The company may have answered before its last image was counted.
    if (found?.report.status !== 'Sending') return
    const status = failure === undefined ? 'In_Process' : 'Failed'
    await updateAiReport(write.tx, found.report, { status, last_error: (failure ?? '').slice(0, MAX_ERROR) })
    await showOnStudy(write, found.study, found.report, status)
    const line = { clientId, userId: undefined, type: 'ai_report', recordId: id, at: write.now }
    await writeAudit(write.tx, { ...line, action: failure === undefined ? 'sent' : 'not_sent' })
  })
}

interface SendTask {
  study: LockedStudy
  pacs: PacsRow | undefined
  orders: SendOrder[]
}

/** Returns what to send; undefined if it was sent already or is no longer wanted. */
async function readTask(
  write: Parameters<Parameters<JobContext['write']>[0]>[0],
  clientId: string,
  id: string,
): Promise<SendTask | undefined> {
  const found = await lockAiRequest(write, clientId, id)
  if (found?.report.status !== 'Sending') return undefined
  const { study, report } = found
  const pacs = study.pacs_id ? await findPacs(write.tx, clientId, study.pacs_id) : undefined
  return { study, pacs, orders: ordersOf(study.study_iuid, Records.parse(report.records)) }
}

/** Returns one order per receiver: the whole study, or the series that were picked for that receiver. */
function ordersOf(studyUid: string, records: readonly AiRecord[]): SendOrder[] {
  const byAet = Map.groupBy(records, ({ aetitle }) => aetitle)
  return [...byAet].map(([aet, some]) => {
    const isWhole = some.some((record) => record.class === 'study')
    return { aet, studyUid, seriesUids: isWhole ? undefined : [...new Set(some.map(({ id }) => id))] }
  })
}

/** Sends the images; returns the reason in words if that failed. Retries a server that is temporarily unavailable. */
async function trySending(
  { secrets, wayOut }: OutsideDeps,
  { pacs, orders }: SendTask,
  pausesMs: readonly number[],
): Promise<string | undefined> {
  if (!pacs) return 'The image server of this study is not known.'
  const todo = [...orders]
  for (let tried = 0; ; tried++) {
    try {
      for (let order = todo[0]; order; order = todo[0]) {
        const settings = webSettingsOf(await openPacs(secrets, pacs), wayOut(pacs.client_id))
        await sendImages(settings, order, new AbortController().signal)
        todo.shift()
      }
      return undefined
    } catch (error) {
      if (!(error instanceof ImageServerError)) throw error
      const pause = pausesMs[tried]
      if (error.fault === 'nonsense' || pause === undefined) return error.message
      await wait(pause)
    }
  }
}
