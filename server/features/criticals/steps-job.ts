import { sql } from 'kysely'
import { dueStep } from '#domain/study/critical-steps.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { notify } from '../notifications/public/notify.ts'
import { studyScopes } from '../studies/public/store.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { findCriticalSetting, selectDue } from './public/due-steps.ts'
import { lockCritical, type StoredCritical, selectCriticals, updateCritical } from './public/store.ts'
import { mailStep, type StepMailDeps } from './step-mail.ts'
import { insertStep, selectStepKinds } from './step-store.ts'
import { peopleOfStep } from './told-people.ts'

const NAME = 'criticals/steps'
/** Records of one client per run. */
const BATCH = 200

/**
 * Checks every minute for open critical results that are due for a reminder or escalation, by the client's times
 * (docs/decisions/356).
 */
export const createCriticalStepsJob = (deps: StepMailDeps): DailyJob => ({
  name: NAME,
  cron: '* * * * *',
  run: async (kernel, log) => {
    const { database } = kernel
    const clients = await database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_watched_criticals()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    // A failure of one record must not block the others; the record is checked again in a minute.
    const noteFault = (error: unknown) => {
      log.error({ job: NAME, err: loggedError(error) }, 'a look at open critical results failed')
    }
    let untold = 0
    for (const clientId of clients) {
      const due = await database
        .tenant(clientId, async (tx) => {
          const setting = await findCriticalSetting(tx, clientId)
          return setting ? selectDue(tx, clientId, setting, kernel.now(), BATCH) : []
        })
        .catch(noteFault)
      for (const { id, study_id } of due ?? [])
        await write(kernel, clientId, (work) => takeStep(deps, work, { clientId, id, study_id })).then(
          ({ value }) => {
            if (value === 'nobody') untold += 1
          },
          noteFault,
        )
    }
    if (untold > 0)
      log.warn({ job: NAME, records: untold }, 'open critical results have nobody to tell them to')
  },
})

/**
 * Takes the due step under the lock of the record: another server that checks at the same time finds it taken. If
 * there is nobody to tell, takes no step, so that the next run tries again.
 */
async function takeStep(
  deps: StepMailDeps,
  work: Write,
  { clientId, id, study_id }: { clientId: string; id: string; study_id: string },
): Promise<'taken' | 'none' | 'nobody'> {
  const { tx, now } = work
  const study = await lockStudyOf(work, clientId, study_id)
  const stored = study && (await lockCritical(tx, clientId, id))
  const setting = await findCriticalSetting(tx, clientId)
  if (!stored || !setting) return 'none'
  if (!stored.is_watched) return 'none'
  const step = dueStep(await recordOf(work, stored), setting, now)
  if (!step) return 'none'
  const people = await peopleOfStep(tx, step, { study, stored, contacts: setting.contacts })
  if (people.length === 0) return 'nobody'
  const to = people.map((person) => person.id)
  await insertStep(tx, stored, { kind: step, at: now, toldIds: to })
  await updateCritical(tx, stored, {})
  work.changed({ type: 'critical', id, rev: stored.rev + 1, scopes: studyScopes(study) })
  const kind = step === 'Reminded' ? 'critical_result' : 'critical_overdue'
  await notify(work, { clientId, kind, subject: { type: 'study', id: study_id }, to })
  await mailStep(deps, work, { step, study, stored, people })
  const action = step === 'Reminded' ? 'remind' : 'escalate'
  const detail = { study_id, told: to }
  work.audited({ clientId, userId: undefined, action, type: 'critical', recordId: id, detail, at: now })
  return 'taken'
}

// Lock order: the study before its parts, as for every change.
async function lockStudyOf({ tx }: Write, clientId: string, id: string): Promise<LockedStudy | undefined> {
  const study = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return study as LockedStudy | undefined
}

async function recordOf({ tx }: Write, { client_id, id }: StoredCritical) {
  const [row] = await selectCriticals(tx, undefined, [id])
  if (!row) throw new Error('a critical result that is locked is not there')
  return { ...row, steps: await selectStepKinds(tx, client_id, id) }
}
