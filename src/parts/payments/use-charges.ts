import { useState } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { canEditVisit } from '#domain/status/visit-status.ts'
import { setAmounts, setDiscount, setHead } from '#src/parts/booking/draft/change-draft.ts'
import { type BookingDraft, CUSTOM_HEAD, type DraftLine } from '#src/parts/booking/draft/draft.ts'
import { draftOfVisit } from '#src/parts/booking/draft/draft-of-visit.ts'
import { type Reckoning, reckon } from '#src/parts/booking/draft/reckon.ts'
import { type PriceDemand, priceDemand } from '#src/parts/booking/judge-prices.ts'
import { linePrices } from '#src/parts/booking/line-prices.ts'
import { type HeadChoice, opensDiscount, useHeads } from '#src/parts/booking/use-heads.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { ShownPriced } from '#src/sync/desk/shown.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

/** The charges and discounts of a visit as they are typed. */
export interface Charges {
  draft: BookingDraft
  reckoning: Reckoning
  heads: readonly HeadChoice[]
  decimals: number
  /** What is typed differs from what the visit costs. */
  isDirty: boolean
  isDiscountOpen: boolean
  /** What is typed cannot be saved. */
  isWrong: boolean
  /** What prices below the list ask for. */
  priceDemand: PriceDemand
  /** Why nothing can be changed now; undefined where it can. */
  refusal: string | undefined
  setCharges: (lineId: string, charges: string) => void
  setLineDiscount: (lineId: string, discount: string) => void
  setWhole: (kind: 'percent' | 'amount', typed: string) => void
  chooseHead: (headId: string | null) => void
  undo: () => void
  /** Saves; `reason` is asked for after the first receipt. Throws like callApi. */
  save: (reason: string | undefined) => Promise<void>
}

const isOut = ({ status }: DraftLine) => status !== undefined && !isLiveService(status)

/** Holds the charges of a visit; what another desk saves meanwhile is taken over while nothing is typed here. */
export function useCharges(visit: ShownPriced): Charges {
  const { decimals } = useMoneyFormat()
  const heads = useHeads()
  const { online } = useLink()
  const session = useSession()
  const permissions = session?.modules ?? []
  const [typed, setTyped] = useState<{ draft: BookingDraft; rev: number }>()
  const stored = draftOfVisit(visit, decimals)
  const draft = typed?.draft ?? stored
  const isDiscountOpen = opensDiscount(heads, draft.headId)
  const reckoning = reckonDraft(draft, decimals, isDiscountOpen || draft.headId !== null)
  const before = reckonDraft(stored, decimals, true)
  const change = (act: (draft: BookingDraft) => BookingDraft) =>
    setTyped({ draft: act(draft), rev: typed?.rev ?? visit.rev })
  return {
    draft,
    reckoning,
    heads,
    decimals,
    isDirty: typed !== undefined && !isSame(draft, reckoning, stored, before),
    isDiscountOpen,
    isWrong: reckoning.isDiscountWrong || reckoning.lines.some(({ problem }) => problem !== undefined),
    priceDemand: demandOf(draft, reckoning, { visit, heads, session, decimals }),
    refusal: refusalOf(visit, permissions.includes('appointments'), online),
    setCharges: (id, charges) => change((now) => setAmounts(now, id, { charges })),
    setLineDiscount: (id, discount) => change((now) => setAmounts(now, id, { discount })),
    setWhole: (kind, text) => change((now) => setDiscount(now, { kind, typed: text })),
    chooseHead: (headId) => {
      const percent = heads.find(({ id }) => id === headId)?.percent ?? 0
      change((now) => setHead(now, headId, percent))
    },
    undo: () => setTyped(undefined),
    save: async (reason) => {
      await saveCharges(visit.id, { draft, reckoning, decimals, rev: typed?.rev ?? visit.rev, reason })
      setTyped(undefined)
    },
  }
}

interface Seller {
  visit: ShownPriced
  heads: readonly HeadChoice[]
  session: SessionFields | undefined
  decimals: number
}

function demandOf(
  draft: BookingDraft,
  reckoning: Reckoning,
  { visit, heads, session, decimals }: Seller,
): PriceDemand {
  const stored = new Map(visit.services.map((service) => [service.id, service]))
  const books = { stored, sold: undefined, listed: 0, decimals }
  const lines = draft.lines.filter((line) => !isOut(line)).map((line) => linePrices(line, reckoning, books))
  const percent = heads.find(({ id }) => id === draft.headId)?.percent
  return priceDemand(lines, session, draft.headId === CUSTOM_HEAD ? undefined : percent)
}

const reckonDraft = (draft: BookingDraft, decimals: number, isDiscounted: boolean) =>
  // The prices are those of the visit: no line follows a list.
  reckon(draft, { decimals, isDiscounted, isCancelled: isOut, listPrice: () => 0 })

function isSame(draft: BookingDraft, now: Reckoning, stored: BookingDraft, before: Reckoning): boolean {
  return (
    draft.headId === stored.headId &&
    now.lines.every((line, at) => {
      const was = before.lines[at]
      return line.problem === undefined && line.charges === was?.charges && line.discount === was.discount
    })
  )
}

function refusalOf(visit: ShownPriced, mayEdit: boolean, isOnline: boolean): string | undefined {
  if (!mayEdit || !canEditVisit(visit.status)) return WORDS.notPermitted
  if (!isOnline) return WORDS.offline
  return visit.isWaiting ? WORDS.waiting : undefined
}

interface Saved {
  draft: BookingDraft
  reckoning: Reckoning
  decimals: number
  rev: number
  reason: string | undefined
}

async function saveCharges(id: string, { draft, reckoning, decimals, rev, reason }: Saved): Promise<void> {
  const live = draft.lines.filter((line) => !isOut(line)).map((line) => line.id)
  await callApi(visitCalls.updateCharges, {
    appt_id: id,
    rev,
    discount_head_id: draft.headId === CUSTOM_HEAD ? null : draft.headId,
    services: reckoning.lines
      .filter((line) => live.includes(line.id))
      .map((line) => ({
        id: line.id,
        charges: fromMinor(line.charges, decimals),
        discount: fromMinor(line.discount, decimals),
      })),
    ...(reason !== undefined && { change_reason: reason }),
  })
  getDevice().refresh()
}
