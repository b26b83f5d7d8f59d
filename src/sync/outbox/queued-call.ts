import { CALLS, type QueueInput, type QueueKey } from '#contract/registry.ts'

function policyOf(key: QueueKey) {
  const policy = CALLS.get(key)?.offline
  if (policy?.kind !== 'queue') throw new Error(`The call ${key} is not one that can wait`)
  return policy
}

/** The version that an input of today's shape has. */
export function versionOf(key: QueueKey): number {
  return policyOf(key).version
}

/** `type:id` of the record whose commands are sent one after another. */
export function aggregateOf<K extends QueueKey>(key: K, input: QueueInput<K>): string {
  const { type, id } = policyOf(key).aggregate(input as never)
  return `${type}:${id}`
}

/** The study that a command is about: every queued call of today names one. */
export function studyIdOf({ body: { input } }: { body: { input: Record<string, unknown> } }): string {
  return String(input.study_id)
}
