import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput } from '#contract/registry.ts'
import { type DueDays, dueDays } from '#domain/follow-up/due-day.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { intervalText } from '#domain/follow-up/intervals.ts'
import type { FollowUpProposal } from '#domain/follow-up/recognise.ts'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { branchZone } from '../session/branch-zone.ts'

const WORDS_MAX = 1_000

/** The day of the examination in the time zone of its branch, from which follow-ups count. */
export function examinedDayOf(study: StudyRow): DayText {
  return dayAt(new Date(study.study_datetime ?? study.received_datetime), branchZone(study.branch_id))
}

/** When the proposal is due: counted from the day of the examination. */
export function dueDaysOf(study: StudyRow, { interval }: FollowUpProposal): DueDays {
  return dueDays(examinedDayOf(study), interval)
}

/**
 * The follow-up as input: the same one of a study is the same record, wherever it is set again. One in a person's own words
 * has no sentence of the report.
 */
export function followUpInput(study: StudyRow, proposal: FollowUpProposal): QueueInput<'study/setFollowUp'> {
  const { modality, regions, what, interval, sentence } = proposal
  return {
    id: followUpIdOf(study.id, modality.code, regions),
    study_id: study.id,
    modality: modality.code,
    regions: [...regions],
    what,
    after: intervalText(interval),
    words: sentence.slice(0, WORDS_MAX),
    ...dueDaysOf(study, proposal),
  }
}

/**
 * Sets follow-ups of a report: on this device at once, sent as soon as the server can be reached, and after the
 * signature if that waits here too.
 */
export async function setFollowUps(study: StudyRow, proposals: readonly FollowUpProposal[]): Promise<void> {
  const depends = await lastWaiting(study.id)
  for (const proposal of proposals) {
    const label = `Set follow-up: ${proposal.what}`
    await enqueue('study/setFollowUp', followUpInput(study, proposal), { label, depends })
  }
}

/** The last change of the study's reports that the server has not accepted; none if it has all. */
async function lastWaiting(studyId: string): Promise<string[]> {
  const rows = await getDevice()
    .databases.work.outbox.where('aggregate')
    .equals(`study:${studyId}`)
    .sortBy('seq')
  const last = rows.findLast(({ state }) => state !== 'acked')
  return last ? [last.id] : []
}
