import { CALLS, type QueueInput, type QueueKey } from '#contract/registry.ts'

function policyOf(key: QueueKey) {
  const policy = CALLS.get(key)?.offline
  if (policy?.kind !== 'queue') throw new Error(`The call ${key} is not one that can wait`)
  return policy
}

/** Returns the current input version of a call. */
export function versionOf(key: QueueKey): number {
  return policyOf(key).version
}

/** `type:id` of the record whose commands are sent one after another. */
export function aggregateOf<K extends QueueKey>(key: K, input: QueueInput<K>): string {
  const { type, id } = policyOf(key).aggregate(input as never)
  return `${type}:${id}`
}

/** Returns the id of the record that a command is about: the study that it names, else the record of its lane. */
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

/** Returns the study that a command names; the string `undefined` if it names none. */
export function studyIdOf({ body: { input } }: { body: { input: Record<string, unknown> } }): string {
  return String(input.study_id)
}
