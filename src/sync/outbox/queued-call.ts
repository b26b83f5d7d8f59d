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

/** The record that a command is about: the study that it names, else the one whose lane it goes in. */
export function subjectIdOf({
  aggregate,
  body: { input },
}: {
  aggregate: string
  body: { input: Record<string, unknown> }
}): string {
  const { study_id } = input
  return typeof study_id === 'string' ? study_id : aggregate.slice(aggregate.indexOf(':') + 1)
}

/** The study that a command names; `undefined` as text where it is about something else. */
export function studyIdOf({ body: { input } }: { body: { input: Record<string, unknown> } }): string {
  return String(input.study_id)
}
