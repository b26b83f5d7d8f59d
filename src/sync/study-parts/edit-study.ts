import { StudyRow } from '#contract/calls/studies.ts'
import type { SomeEditFields } from '#contract/calls/study-edit.ts'
import { getDevice } from '../current-device.ts'
import { enqueueCommand } from '../outbox/enqueue-command.ts'
import { useLive } from '../use-live.ts'
import { type Refused, refusedOf } from './refused.ts'

/**
 * Corrects fields of patient and study. `seen` is what stood in them before the person's eyes; what the server refused
 * before leaves the queue with it.
 */
export async function editStudy(
  studyId: string,
  fields: SomeEditFields,
  seen: SomeEditFields,
  settles: readonly string[] = [],
): Promise<void> {
  const { databases, desk, wake } = getDevice()
  await enqueueCommand(databases, desk, {
    key: 'study/updatePatientDtl',
    input: { study_id: studyId, fields, seen },
    label: 'Edit patient and study',
    settles,
  })
  wake()
}

export interface RefusedEdit extends Refused {
  /** What was typed. */
  fields: SomeEditFields
  /** The study as the server holds it, where it told. */
  theirs: StudyRow | undefined
}

/** A correction of the study that the server did not take; undefined while there is none. */
export function useRefusedEdit(studyId: string): RefusedEdit | undefined {
  const record = `study:${studyId}`
  const { answer } = useLive(refusedOf(record, 'study/updatePatientDtl'), record)
  if (!answer) return undefined
  const theirs = StudyRow.safeParse(answer.current)
  return {
    ...answer,
    // Its shape is the one that editStudy kept.
    fields: answer.input.fields as SomeEditFields,
    theirs: theirs.success ? theirs.data : undefined,
  }
}
