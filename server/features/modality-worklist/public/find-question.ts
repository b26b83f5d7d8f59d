import { sql } from 'kysely'
import type { machineViewCalls } from '#contract/calls/machine-view.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { ReadQuery } from '#server/integrations/modality-worklist/dicom/read-set.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import type { Tx } from '#server/kernel/context.ts'

type Input = ParsedInputOf<typeof machineViewCalls.machineView>

/** The return keys of a machine that has never queried: all that its worklist supports (PS3.4 table K.6-1). */
const ALL_KEYS = [
  'AccessionNumber',
  'ReferringPhysicianName',
  'PatientName',
  'PatientID',
  'PatientBirthDate',
  'PatientSex',
  'PatientWeight',
  'PatientSize',
  'Allergies',
  'SpecialNeeds',
  'StudyInstanceUID',
  'RequestedProcedureID',
  'RequestedProcedureDescription',
  'RequestedProcedurePriority',
  'AdmissionID',
  'RequestedProcedureCodeSequence',
  'ScheduledProcedureStepSequence',
]

/** What a machine's own queries revealed about it. */
export interface HeardMachine {
  askedSet: string
  returnKeys: readonly string[]
}

export async function findHeard(tx: Tx, clientId: string, aet: string): Promise<HeardMachine | undefined> {
  const row = await tx
    .selectFrom('machine_profile')
    .select(['asked_set', 'return_keys'])
    .where('client_id', '=', clientId)
    .where('aet', '=', aet)
    .executeTakeFirst()
  return row && { askedSet: row.asked_set, returnKeys: row.return_keys }
}

/** Builds a query from a person's input, with the attributes that the machine itself requests. */
export function questionOf(input: Input, heard: HeardMachine | undefined): ReadQuery {
  const keys = heard && heard.returnKeys.length > 0 ? heard.returnKeys : ALL_KEYS
  const { ScheduledProcedureStepSequence: steps, ...rest } = emptySet(keys, '')
  const step = Array.isArray(steps) ? (steps[0] as DicomSet) : {}
  const stepKeys = given({
    Modality: input.modality,
    ScheduledStationAETitle: input.own_title === 1 ? input.aet : undefined,
    ScheduledProcedureStepStartDate: input.day?.replaceAll('-', ''),
  })
  const isWhole = Object.keys(step).length === 0
  // A step requested without attributes is returned complete, also if a value is matched in it.
  const wanted = isWhole && Object.keys(stepKeys).length > 0 ? emptySet(STEP_KEYS, '') : step
  const set = {
    ...rest,
    ...given({ PatientID: input.pat_id, AccessionNumber: input.accession_no }),
    ...((steps !== undefined || Object.keys(stepKeys).length > 0) && {
      ScheduledProcedureStepSequence: [{ ...wanted, ...stepKeys }],
    }),
  }
  return { set, characterSet: heard?.askedSet || undefined }
}

const STEP_KEYS = [
  'Modality',
  'ScheduledStationAETitle',
  'ScheduledStationName',
  'ScheduledProcedureStepStartDate',
  'ScheduledProcedureStepStartTime',
  'ScheduledPerformingPhysicianName',
  'ScheduledProcedureStepDescription',
  'ScheduledProcedureStepID',
  'ScheduledProcedureStepStatus',
]

const given = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => (entry[1] ?? '').trim() !== ''),
  )

/** Returns the attributes without values; a sequence's keyword and a dot precede those inside it. */
function emptySet(keys: readonly string[], outer: string, depth = 0): Record<string, unknown> {
  const own = keys.filter((key) => (outer === '' ? !key.includes('.') : key.startsWith(`${outer}.`)))
  const names = own.map((key) => key.slice(outer === '' ? 0 : outer.length + 1))
  return Object.fromEntries(
    names
      .filter((name) => name !== 'SpecificCharacterSet')
      .map((name) => {
        const isSequence = depth < 3 && keys.some((key) => key.startsWith(`${name}.`))
        return [name, isSequence ? [emptySet(keys, name, depth + 1)] : '']
      }),
  )
}

/** A query of a machine, sealed as in the log. */
export interface AskedQuestion {
  id: string
  raw: string
  at: Date
}

/** Returns the machine's last query, if the log still has it. */
export async function findLastQuestion(
  tx: Tx,
  clientId: string,
  aet: string,
): Promise<AskedQuestion | undefined> {
  const { rows } = await sql<AskedQuestion>`
    select e.id, e.raw, e.last_at as at from exchange e
    join exchange_peer p on p.client_id = e.client_id and p.id = e.peer_id
    where e.client_id = ${clientId} and p.kind = 'worklist' and p.name = ${aet}
      and e.outcome <> 'failed' and e.raw is not null
    order by e.last_at desc, e.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Parses the query in a content of the log. */
export function readAsked(content: string): ReadQuery {
  const set = JSON.parse(content) as DicomSet
  const { SpecificCharacterSet: characterSet } = set
  return { set, characterSet: typeof characterSet === 'string' ? characterSet : undefined }
}
