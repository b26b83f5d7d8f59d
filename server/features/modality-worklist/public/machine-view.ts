import type { GivenItem, GivenValue, MachineView, SoughtExam } from '#contract/calls/machine-view.ts'
import type { WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import {
  answersOf,
  formOf,
  type MachineProfile,
  type WorklistItemError,
} from '#server/integrations/modality-worklist/answer-query.ts'
import { type ReadQuery, readSet } from '#server/integrations/modality-worklist/dicom/read-set.ts'
import type { AnswerForm } from '#server/integrations/modality-worklist/dicom/write-set.ts'
import { answerTo, type DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import { ANSWERS_MAX } from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { WorklistHealth } from '#server/kernel/http/serve-health.ts'
import { selectRefusals } from '../admission.ts'
import { hintOf } from '../query-hint.ts'
import { type SoughtService, selectSoughtServices, selectWorklistServices } from '../store.ts'
import { type WorklistService, wholeItem, worklistItem } from '../worklist-item.ts'

/** Maximum number of displayed items; the count includes all. */
const SHOWN_MAX = 200

/** The machine, its query, and the number by which a person searches for a missing examination. */
export interface ViewQuestion {
  clientId: string
  calling: string
  query: ReadQuery
  profile: MachineProfile
  number: string
  now: Date
  /** Whether this server answers machines at all, and whether it is running now. */
  state: WorklistHealth['state']
}

/** The result for one selected service: encoded for the machine, or the reason why not. */
type Given =
  | { bytes: Buffer }
  | { reason: Extract<WorklistReason, 'not_matched' | 'cannot_be_written'>; detail: string }

/**
 * Returns the worklist that a machine would receive now, from the same selection and encoder as the answer, decoded
 * with the declared character set. For the searched number, each service is included or has a reason.
 */
export async function viewOfMachine(
  tx: Tx,
  ask: ViewQuestion,
): Promise<Pick<MachineView, 'refusals' | 'character_set' | 'count' | 'items' | 'left_out' | 'sought'>> {
  const { clientId, calling, query, now } = ask
  const question = { clientId, calling, ...hintOf(query.set) }
  const form = formOf(query, ask.profile, true)
  const refusals = await selectRefusals(tx, ask)
  const found = refusals.length > 0 ? [] : await selectWorklistServices(tx, question, now)
  const isTooMany = found.length > ANSWERS_MAX
  if (isTooMany) refusals.push('too_many')
  const answers = isTooMany ? [] : found.map((service) => ({ service, given: give(service, query, form) }))
  const items = answers.flatMap(({ service, given }) => ('bytes' in given ? [{ service, ...given }] : []))
  const sought =
    ask.number === '' ? null : await selectSoughtServices(tx, question, { number: ask.number, now })
  return {
    refusals,
    character_set: form.letters.terms.join('\\'),
    count: items.length,
    items: items.slice(0, SHOWN_MAX).map(({ service, bytes }) => itemOf(service, query.set, bytes)),
    left_out: answers.filter(({ given }) => 'reason' in given && given.reason === 'cannot_be_written').length,
    sought: sought?.map((service) => examOf(service, refusals, give(service, query, form))) ?? null,
  }
}

function give(service: WorklistService, query: ReadQuery, form: AnswerForm): Given {
  let failed: WorklistItemError | undefined
  const [bytes] = answersOf(query, [worklistItem(service)], form, (error) => {
    failed = error
  })
  if (bytes) return { bytes }
  if (!failed) return { reason: 'not_matched', detail: '' }
  // Contains attribute and rule, never a value.
  const detail = failed.cause instanceof RangeError ? failed.cause.message : ''
  return { reason: 'cannot_be_written', detail }
}

function itemOf(service: WorklistService, query: DicomSet, bytes: Buffer): GivenItem {
  const here = new Map(valuesOf(answerTo(query, wholeItem(service))))
  const values = valuesOf(readSet(bytes, true).set).map(([keyword, value]): GivenValue => {
    const whole = here.get(keyword) ?? ''
    return { keyword, value, here: whole === value || keyword === 'SpecificCharacterSet' ? null : whole }
  })
  return { id: service.id, values }
}

/** Returns all attributes with their values as text; the keyword of a sequence precedes those inside it. */
function valuesOf(set: DicomSet, before = ''): [string, string][] {
  return Object.entries(set).flatMap(([name, value]): [string, string][] => {
    const inner = setsOf(value)
    if (inner.length > 0) return inner.flatMap((one) => valuesOf(one, `${before}${name}.`))
    return [[before + name, textOf(value)]]
  })
}

const setsOf = (value: unknown): DicomSet[] =>
  Array.isArray(value) ? value.filter((one): one is DicomSet => typeof one === 'object' && one !== null) : []

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join('\\')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''

function examOf(service: SoughtService, refusals: readonly WorklistReason[], given: Given): SoughtExam {
  const isSelected = service.reasons.length === 0
  const own = isSelected && 'reason' in given ? [given.reason] : []
  const { start_dt, modality, machine_modality, fname, lname, ...rest } = service
  return {
    id: rest.id,
    name: rest.name,
    patient: [fname, lname].filter(Boolean).join(' '),
    pat_id: rest.pat_id,
    visit_no: rest.visit_no,
    accession_no: rest.accession_no,
    branch: rest.branch,
    machine: rest.machine,
    aet: rest.aet,
    modality: modality || machine_modality,
    status: rest.status,
    start_dt: start_dt.toISOString(),
    time_zone: rest.time_zone,
    reasons: [...refusals, ...service.reasons, ...own],
    detail: isSelected && 'reason' in given ? given.detail : '',
  }
}
