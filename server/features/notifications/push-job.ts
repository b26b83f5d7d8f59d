import type { NotificationKind, NotificationSubject } from '#domain/notification/kinds.ts'
import { isPushEndpoint } from '#domain/notification/push-endpoint.ts'
import type { PushMessage } from '#domain/notification/push-message.ts'
import { PushNotTakenError, sendPush } from '#server/integrations/web-push.ts'
import type { Config } from '#server/kernel/config.ts'
import { defineJob, type Job, type JobContext } from '#server/kernel/jobs/job.ts'
import type { PushKeys } from '#server/kernel/keys/push-keys.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { PUSH_JOB } from './push-job-name.ts'
import { dropPushTarget, type PushTarget, selectPushTargets } from './push-store.ts'

interface PushDeps {
  pushKeys: PushKeys
  config: Pick<Config, 'loopbackPorts'>
  wayOut: (clientId: string) => WayOut
}

/** A message that arrives hours later is useless, so there are few retries, at short intervals. */
const RETRIES = 4

/**
 * Pushes notifications to the person's subscribed devices: only the count per kind and an id, never a name. Skips
 * notifications that were read since. Deletes a subscription that the push service no longer has.
 */
export function createPushJob(deps: PushDeps): Job {
  return defineJob({
    ...PUSH_JOB,
    retries: RETRIES,
    run: async ({ clientId, ids }, work) => {
      let refusal: unknown
      for (const id of ids) refusal = (await pushOne(deps, work, clientId, id)) ?? refusal
      if (refusal !== undefined) throw refusal
    },
  })
}

interface PushTask {
  userId: string
  message: PushMessage
  targets: PushTarget[]
}

/** Pushes one notification to the person's devices; returns the last refusal, for which the job is retried. */
async function pushOne(deps: PushDeps, work: JobContext, clientId: string, id: string): Promise<unknown> {
  const { value: task } = await work.write(({ tx, now }) => readTask(tx, clientId, id, now))
  let refusal: unknown
  for (const target of task?.targets ?? []) {
    const { userId, message } = task!
    try {
      const outcome = await sendTo(deps, clientId, target, message)
      if (outcome === 'taken') continue
      const device = { clientId, userId, deviceId: target.device_id }
      await work.write(({ tx }) => dropPushTarget(tx, device, target.endpoint))
    } catch (error) {
      if (!(error instanceof PushNotTakenError)) throw error
      refusal = error
    }
  }
  return refusal
}

// The list of allowed services may have become shorter since the device subscribed.
async function sendTo(
  { pushKeys, config, wayOut }: PushDeps,
  clientId: string,
  target: PushTarget,
  message: PushMessage,
) {
  if (!isPushEndpoint(target.endpoint, { allowsLoopback: config.loopbackPorts === 'all' })) return 'gone'
  return sendPush({ pushKeys, out: wayOut(clientId) }, target, {
    payload: JSON.stringify(message),
    // For a browser that is offline, the service keeps only the newest message per topic.
    topic: message.kind,
    isUrgent: message.kind === 'critical_result' || message.kind === 'critical_overdue',
  })
}

async function readTask(
  tx: Parameters<typeof selectPushTargets>[0],
  clientId: string,
  id: string,
  now: Date,
): Promise<PushTask | undefined> {
  const row = await tx
    .selectFrom('notification')
    .select(['id', 'user_id', 'kind', 'subject_type', 'subject_id'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('read_on', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const targets = await selectPushTargets(tx, { clientId, userId: row.user_id }, now)
  if (targets.length === 0) return undefined
  const { count } = await tx
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', row.user_id)
    .where('kind', '=', row.kind)
    .where('read_on', 'is', null)
    .executeTakeFirstOrThrow()
  const message: PushMessage = {
    id: row.id,
    kind: row.kind as NotificationKind,
    count,
    subject_type: row.subject_type as NotificationSubject,
    subject_id: row.subject_id,
  }
  return { userId: row.user_id, message, targets }
}
