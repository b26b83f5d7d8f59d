import type { StudyRow } from '#contract/calls/studies.ts'
import type { SomeEditFields, studyEditCalls } from '#contract/calls/study-edit.ts'
import { unmatchedCalls } from '#contract/calls/unmatched.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { type EditableField } from '#domain/study/study-rules.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { editStudy } from '#src/sync/study-parts/edit-study.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { DRAWER_WORDS as WORDS } from './words.ts'

/** A link, an unlink or a correction of a study. */
export type IdentityStep = OutputOf<typeof studyEditCalls.examination>['result']['edits'][number]

/**
 * Returns true while the step's values still apply: later steps must be undone first. `steps` are all steps,
 * newest first.
 */
export function canTakeBack(study: StudyRow, step: IdentityStep, steps: readonly IdentityStep[]): boolean {
  if (step.kind === 'edit')
    return step.fields.every(({ field, after }) => (study[field as EditableField] ?? '') === after)
  // Only the image server can undo its own changes.
  if (step.kind === 'source') return false
  const isNewest = steps.find(({ kind }) => kind === 'link' || kind === 'unlink') === step
  return isNewest && study.is_linked === (step.kind === 'link' ? 1 : 0)
}

/** Returns why a step cannot be undone now; undefined if it can. */
export function takeBackReason(study: StudyRow, step: IdentityStep, isOnline: boolean): string | undefined {
  if (step.kind === 'edit') return undefined
  if (step.kind === 'link' && hasSigned(study)) return WORDS.takeBackSigned
  return isOnline ? undefined : WORDS.needsNetwork
}

/** Asks, and undoes the step with another step: a correction by the old values, a link by an unlink, and vice versa. */
export function takeBack(study: StudyRow, step: IdentityStep): Promise<boolean> {
  return confirmAct({
    title: WORDS.takeBackTitle,
    message: WORDS.takeBackNote,
    confirmLabel: WORDS.takeBack,
    danger: true,
    act: async () => {
      if (step.kind === 'edit') await editStudy(study.id, wireOf(step, 'before'), wireOf(step, 'after'))
      else await keep(await (step.kind === 'link' ? unlink(study.id) : link(study.id, step)))
      notifyDone(WORDS.takenBack)
    },
  })
}

const unlink = (study_id: string) => callApi(unmatchedCalls.unlinkFromVisit, { study_id })

// The step shows the person which names it was between.
const link = (study_id: string, { service_id }: IdentityStep) =>
  callApi(unmatchedCalls.linkToVisit, { study_id, service_id: service_id ?? '', is_confirmed: 1 })

function wireOf({ fields }: IdentityStep, side: 'before' | 'after'): SomeEditFields {
  const pairs = fields.map((one) => [
    one.field,
    one.field === 'pat_birthdate' ? one[side] || null : one[side],
  ])
  return Object.fromEntries(pairs) as SomeEditFields
}

async function keep({ result: { study } }: { result: { study: StudyRow } }): Promise<void> {
  const device = currentDevice()
  if (!device) return
  await keepConfirmed(device.databases, { study })
  device.announceStudies([study.id])
}
