import type { InjectOptions } from 'fastify'
import { BASES, splitPath } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { SYNC_TYPES } from '#contract/records/records.ts'
import { CALLS } from '#contract/registry.ts'
import { PRINTED_KINDS } from '#domain/money/papers/printed-papers.ts'
import { DOORS } from './doors.ts'
import { fieldsOfInput, inputOf } from './input-of.ts'
import { WHOSE, type Whose } from './people.ts'
import type { Kind, Records } from './records.ts'

export interface Asked extends Pick<InjectOptions, 'payload' | 'headers' | 'query'> {
  method: 'GET' | 'POST'
  url: string
}

/** One row of the matrix: a call, and whose records it names. */
export interface Row {
  name: string
  whose: Whose
  call?: AnyCall
  ask: (records: Records, isPlatform: boolean) => Asked
  /** The part of an answer that is evaluated. */
  read?: (body: unknown, records: Records) => unknown
  keeps?: boolean
}

/** Returns a call's request with an input; path, query and body follow its declaration. */
export function requestOf(call: AnyCall, input: Record<string, unknown>): Asked {
  const { path, rest } = splitPath(call.path, input)
  const base = call.base === 'both' ? 'api' : call.base
  const url = BASES[base].prefix + path
  return call.method === 'GET'
    ? { method: 'GET', url, query: rest as Record<string, string> }
    : { method: 'POST', url, payload: rest }
}

const NAMES_A_PLACE = /(^id$|_id$|_ids$|^ids$|uid$|^branch$)/

const namesRecords = (call: AnyCall) =>
  Object.keys(fieldsOfInput(call)).some((name) => NAMES_A_PLACE.test(name))

/** Calls that have several modes by one of their fields: each value has its own rows. */
const MODES: Readonly<Record<string, { field: string; values: readonly string[] }>> = {
  'study/getList': { field: 'flag', values: ['worklist', 'portal'] },
  'study/savedFilters': { field: 'flag', values: ['worklist', 'portal'] },
  addStudyComment: { field: 'type', values: ['Technician', 'Nurse'] },
  'appt/addComment': { field: 'type', values: ['Technician', 'Nurse'] },
  'report/printedPapers': { field: 'kind', values: PRINTED_KINDS },
}

const modeRows = (call: AnyCall): Row[] =>
  (MODES[call.key]?.values ?? []).map((value) => ({
    name: `${call.key} (${value})`,
    whose: 'own',
    call,
    ask: (records, isPlatform) =>
      requestOf(call, { ...inputOf(call, records, isPlatform), [MODES[call.key]?.field ?? '']: value }),
  }))

const callRows = (call: AnyCall): Row[] =>
  (namesRecords(call) ? WHOSE : (['own'] as const)).map((whose) => ({
    name: call.key,
    whose,
    call,
    ask: (records, isPlatform) => requestOf(call, inputOf(call, records, isPlatform)),
  }))

const doorRows: Row[] = DOORS.flatMap((door) => {
  const method = door.route.split(' ')[0] as 'GET' | 'POST'
  const isOfNobody = door.isOfNobody ?? false
  return (isOfNobody ? (['own'] as const) : WHOSE).map((whose) => ({
    name: door.name,
    whose,
    keeps: door.keeps ?? false,
    ask: (records: Records) => ({ method, ...door.request(records) }),
  }))
})

/** The kinds of scope, with one of each place. */
const SCOPES: readonly (readonly [string, (records: Records) => string])[] = [
  ['client', () => 'client'],
  ['masters', () => 'masters'],
  ['people', () => 'people'],
  ['persons', () => 'persons'],
  ['patients', ({ ids }) => `patients:${ids.branch}`],
  ['patients of no branch', () => 'patients:none'],
  ['visits', ({ ids }) => `visits:${ids.branch}`],
  ['visits of no branch', () => 'visits:none'],
  ['branch', ({ ids }) => `branch:${ids.branch}`],
  ['no branch', () => 'branch:none'],
  ['doctor', ({ ids }) => `doctor:${ids.doctor}`],
  ['user', ({ ids }) => `user:${ids.person}`],
]

interface SyncAnswer {
  granted?: string[]
  rows: { type: string; op: string; body?: Record<string, unknown> }[]
}

// Returns the bodies by type of record: the copies that a role holds.
function byType(body: unknown): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {}
  for (const { type, op, body: copy } of (body as SyncAnswer).rows) {
    if (op !== 'put') continue
    const name = type === 'master' ? `master ${String(copy?.master)}` : type
    ;(found[name] ??= []).push(copy)
  }
  return found
}

const pullCall = CALLS.get('sync/pull') as AnyCall
const pullRows: Row[] = SCOPES.flatMap(([name, scopeOf]) =>
  (/^(visits|branch|doctor|user)$/.test(name) ? WHOSE : (['own'] as const)).map((whose) => ({
    name: `sync/pull ${name}`,
    whose,
    ask: (records: Records) => requestOf(pullCall, { scopes: scopeOf(records), limit: 2000 }),
    read: byType,
  })),
)

/** The record that `sync/records` requests, by type; a type that is missing here has no record of a place. */
const KIND_OF_TYPE: Partial<Record<(typeof SYNC_TYPES)[number], Kind>> = {
  study: 'study',
  report: 'report',
  branch: 'branch',
  doctor: 'doctor',
  tag: 'study_tag',
  template: 'template',
  shortcut: 'shortcut',
  document_tag: 'document_tag',
  master: 'service',
  comment: 'study_comment',
  document: 'study_document',
  addendum: 'addendum',
  critical: 'critical',
  person: 'person',
  patient: 'patient',
  visit: 'visit',
  receipt: 'receipt',
  refund: 'refund',
  visit_comment: 'visit_comment',
  visit_document: 'visit_document',
  treatment: 'treatment',
  prescription: 'prescription',
  consent: 'consent',
  booking_request: 'booking_request',
  notification: 'notification',
}

const recordsCall = CALLS.get('sync/records') as AnyCall
const recordRows: Row[] = SYNC_TYPES.flatMap((type) =>
  WHOSE.map((whose) => ({
    name: `sync/records ${type}`,
    whose,
    ask: ({ ids }: Records) => requestOf(recordsCall, { type, ids: ids[KIND_OF_TYPE[type] ?? 'study'] }),
    read: byType,
  })),
)

/**
 * Returns a request of a call with an input that breaks its rules; the path is unchanged. A caller without
 * the right must not see the input errors.
 */
export function brokenRequestOf(call: AnyCall, records: Records): Asked {
  const input = inputOf(call, records, false)
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, input[name]])
  return requestOf(call, { ...Object.fromEntries(inPath), not_a_field: 1 })
}

/** Every declared call. */
export const CALL_ROWS: readonly Row[] = [...CALLS.values()].flatMap((call) => [
  ...callRows(call),
  ...modeRows(call),
])
/** What a device pulls: each scope of the feed, and each type of record by its id. */
export const COPY_ROWS: readonly Row[] = [...pullRows, ...recordRows]
/** Everything that is served and is not a declared call. */
export const DOOR_ROWS: readonly Row[] = doorRows
