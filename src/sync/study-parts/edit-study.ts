import { StudyRow } from '#contract/calls/studies.ts'
import type { SomeEditFields } from '#contract/calls/study-edit.ts'
import { getDevice } from '../current-device.ts'
import { enqueueCommand } from '../outbox/make/enqueue-command.ts'
import { useLive } from '../use-live.ts'
import { type Refused, refusedOf } from './refused.ts'

/**
 * Corrects fields of patient and study. `seen` are the values that the user saw before; removes a change that the
 * server refused earlier from the queue.
 */
export async function editStudy(
  studyId: string,
  fields: SomeEditFields,
  seen: SomeEditFields,
  settles: readonly string[] = [],
): Promise<void> {
  const { databases, author, wake } = getDevice()
  await enqueueCommand(databases, author, {
    key: 'study/updatePatientDtl',
    input: { study_id: studyId, fields, seen },
    label: 'Edit patient and study',
    settles,
  })
  wake()
}

export interface RefusedEdit extends Refused {
  /** The typed values. */
  fields: SomeEditFields
  /** The server's version of the study, if it was sent. */
  theirs: StudyRow | undefined
}

/** Returns a correction of the study that the server refused; undefined if there is none. */
export function useRefusedEdit(studyId: string): RefusedEdit | undefined {
  const record = `study:${studyId}`
  const { answer } = useLive(refusedOf(record, 'study/updatePatientDtl'), record)
  if (!answer) return undefined
  const theirs = StudyRow.safeParse(answer.current)
  return {
    ...answer,
    // It has the shape that editStudy stored.
    fields: answer.input.fields as SomeEditFields,
    theirs: theirs.success ? theirs.data : undefined,
  }
}
