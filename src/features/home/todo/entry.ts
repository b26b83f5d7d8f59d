import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { LicenceRecord } from '#contract/masters/licence.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { visitReceivable } from '#domain/money/visit-money.ts'
import { formatDay, formatMoment, formatTime } from '#domain/time/formats.ts'
import type { OpenCritical } from '#src/sync/home/use-open-criticals.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { DeskLists } from './use-desk-todo.ts'
import { TODO_WORDS as WORDS } from './words.ts'

/** The kinds whose list is shown on the home screen, because no other screen shows it. */
export const ENTRY_KINDS = ['criticals', 'arriving', 'unpaid', 'consents', 'licences'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One open task: its subject and the link that opens it. */
export interface Entry {
  id: string
  title: string
  detail: string
  open: { visitId: string; isPaying?: true } | { to: string }
}

/** The data from which the home screen's lists are built. */
export interface EntrySource {
  session: SessionFields
  zoneOf: (branchId: string) => string
  lists: DeskLists
  criticals: readonly OpenCritical[]
  licences: readonly LicenceRecord[]
}

/** The entries behind each line, most urgent first. */
export const ENTRIES = {
  criticals: ({ criticals }) =>
    criticals.map(({ critical, study }) => ({
      id: critical.id,
      title: study?.pat_name || WORDS.nameless,
      detail: WORDS.found(critical.tag, formatMoment(new Date(critical.opened_on), new Date(), branchZone())),
      open: { to: `/study/${critical.study_id}` },
    })),
  arriving: (source) =>
    source.lists.arriving.map((visit) =>
      ofVisit(visit, WORDS.expected(timeOf(visit.start_dt, visit, source))),
    ),
  unpaid: ({ lists, session }) =>
    lists.unpaid.map((visit) => ofVisit(visit, WORDS.owes(owedBy(visit, session)), true)),
  consents: (source) =>
    source.lists.consents.map((visit) =>
      ofVisit(visit, WORDS.here(timeOf(visit.started_on ?? visit.start_dt, visit, source))),
    ),
  licences: ({ licences }) =>
    licences.map(({ id, name, used_by_name, expired_on }) => ({
      id,
      title: name,
      detail: WORDS.ends(used_by_name, formatDay(expired_on)),
      open: { to: '/licence' },
    })),
} as const satisfies Record<EntryKind, (source: EntrySource) => Entry[]>

function ofVisit({ id, name, visit_no }: VisitRow, detail: string, isPaying = false): Entry {
  const title = [name || WORDS.nameless, visit_no].filter(Boolean).join(' · ')
  return { id, title, detail, open: { visitId: id, ...(isPaying && { isPaying }) } }
}

const timeOf = (instant: string, { branch_id }: VisitRow, { zoneOf }: EntrySource) =>
  formatTime(new Date(instant), zoneOf(branch_id))

function owedBy(visit: PricedVisit, session: SessionFields): string {
  const { no_of_decimal: decimals, locale, currency } = session
  return formatMoney(fromMinor(visitReceivable(visit, decimals), decimals), { locale, currency, decimals })
}
