import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import { TWICE_JOB } from '#server/kernel/numbers-twice.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { announceReceiptAgain } from '../payments/public/announce-again.ts'
import { changeVisit, findLockedVisit } from '../visits/public/write-store.ts'

/**
 * Announces the visits and receipts that have a number of an earlier paper, so that devices fetch the mark. The
 * command's own record includes its mark; these older records must be announced again.
 */
export function createTwiceJob(): Job {
  return defineJob({
    ...TWICE_JOB,
    run: async ({ clientId, ids }, { write }) => {
      for (const commandId of ids) await write((work) => announceTwice(work, clientId, commandId))
    },
  })
}

async function announceTwice(work: Write, clientId: string, commandId: string): Promise<void> {
  for (const { visit_id, receipt_id } of await selectBearers(work.tx, clientId, commandId)) {
    const visit = await findLockedVisit(work, clientId, visit_id)
    if (!visit) continue
    if (receipt_id === null) await changeVisit(work, visit, {})
    else await announceReceiptAgain(work, visit, receipt_id)
  }
}

async function selectBearers(tx: Tx, clientId: string, commandId: string) {
  const { rows } = await sql<{ visit_id: string; receipt_id: string | null }>`
    select v.id as visit_id, null::uuid as receipt_id
    from number_twice t join visit v on v.client_id = t.client_id and v.visit_no = t.no
    where t.client_id = ${clientId} and t.command_id = ${commandId} and t.kind = 'visit'
    union all
    select v.id, null::uuid
    from number_twice t
    join visit v on v.client_id = t.client_id and v.branch_id = t.branch_id and v.invoice_no = t.no
    where t.client_id = ${clientId} and t.command_id = ${commandId} and t.kind = 'invoice'
    union all
    select r.visit_id, r.id
    from number_twice t
    join receipt r on r.client_id = t.client_id and r.branch_id = t.branch_id and r.receipt_no = t.no
    where t.client_id = ${clientId} and t.command_id = ${commandId} and t.kind = 'receipt'
    order by visit_id, receipt_id nulls first`.execute(tx)
  return rows
}
