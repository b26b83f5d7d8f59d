import { useState } from 'react'
import type { SessionFields } from '#domain/access/session.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { canEditVisit } from '#domain/status/visit-status.ts'
import { isLowered, type RepricedLine } from '#domain/visit/below-list.ts'
import { setAmounts, setDiscount, setHead } from '#src/parts/booking/draft/change-draft.ts'
import { type BookingDraft, CUSTOM_HEAD, type DraftLine } from '#src/parts/booking/draft/draft.ts'
import { draftOfVisit } from '#src/parts/booking/draft/draft-of-visit.ts'
import { type Reckoning, reckon } from '#src/parts/booking/draft/reckon.ts'
import { type PriceDemand, priceDemand } from '#src/parts/booking/prices/judge-prices.ts'
import { linePrices } from '#src/parts/booking/prices/line-prices.ts'
import {
  type HeadChoice,
  opensDiscount,
  useDiscountHeads,
} from '#src/parts/booking/prices/use-discount-heads.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { Act } from '#src/ui/refusal/use-act.ts'
import { type ChargeProblems, chargeProblems } from './charge-problems.ts'
import { saveCharges } from './save-charges.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

/** The charges and discounts of a visit as typed. */
export interface Charges {
  draft: BookingDraft
  reckoning: Reckoning
  heads: readonly HeadChoice[]
  decimals: number
  /** The typed values differ from the visit's. */
  isDirty: boolean
  isDiscountOpen: boolean
  /** What prices below the list price require. */
  priceDemand: PriceDemand
  /** The problems, in words for each field; those of the person's own input only after the first attempt. */
  problems: ChargeProblems
  /** True once saving was attempted. */
  wasTried: boolean
  /** The services in the order in which they are sent. */
  sent: readonly string[]
  /** The save act, with its refusal. */
  act: Act
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  setCharges: (lineId: string, charges: string) => void
  setLineDiscount: (lineId: string, discount: string) => void
  setWhole: (kind: 'percent' | 'amount', typed: string) => void
  chooseHead: (headId: string | null) => void
  undo: () => void
  /** Returns true if the typed values are valid; otherwise the fields show the errors. */
  check: () => boolean
  /** Saves; `reason` is required after the first receipt. Throws like callApi. */
  save: (reason: string | undefined) => Promise<void>
}

const isOut = ({ status }: DraftLine) => status !== undefined && !isLiveService(status)
const isLive = (line: DraftLine) => !isOut(line)

/** Holds the charges of a visit; another desk's changes are adopted as long as nothing is typed here. */
export function useCharges(visit: ShownPriced, act: Act): Charges {
  const { decimals } = useMoneyFormat()
  const heads = useDiscountHeads()
  const { online } = useLink()
  const session = useSession()
  const permissions = session?.modules ?? []
  const [wasTried, setTried] = useState(false)
  const [typed, setTyped] = useState<{ draft: BookingDraft; rev: number }>()
  const [saved, setSaved] = useState<{ draft: BookingDraft; rev: number }>()
  const ahead = saved && saved.rev > visit.rev ? saved : undefined
  const stored = ahead?.draft ?? draftOfVisit(visit, decimals)
  const rev = typed?.rev ?? ahead?.rev ?? visit.rev
  const draft = typed?.draft ?? stored
  const isDiscountOpen = opensDiscount(heads, draft.headId)
  const reckoning = reckonDraft(draft, decimals, isDiscountOpen || draft.headId !== null)
  const before = reckonDraft(stored, decimals, true)
  const change = (next: (draft: BookingDraft) => BookingDraft) => {
    act.forget()
    setTyped({ draft: next(draft), rev })
  }
  const begin = () => {
    act.forget()
    setTried(false)
    setTyped(undefined)
  }
  const prices = pricesOf(draft, reckoning, visit, decimals)
  const demand = demandOf(draft, prices, heads, session)
  const sent = draft.lines.filter(isLive).map(({ id }) => id)
  const facts = { draft, reckoning, sent, refused: act.fields }
  const tooLow = demand === 'right' ? prices.filter(isLowered).map(({ id }) => id) : []
  const own = chargeProblems({ ...facts, tooLow, refused: {} }).words
  return {
    draft,
    reckoning,
    heads,
    decimals,
    isDirty: typed !== undefined && !isSame(draft, reckoning, stored, before),
    isDiscountOpen,
    priceDemand: demand,
    problems: chargeProblems({ ...facts, tooLow }),
    wasTried,
    sent,
    act,
    refusal: refusalOf(visit, permissions.includes('appointments'), online),
    setCharges: (id, charges) => change((now) => setAmounts(now, id, { charges })),
    setLineDiscount: (id, discount) => change((now) => setAmounts(now, id, { discount })),
    setWhole: (kind, text) => change((now) => setDiscount(now, { kind, typed: text })),
    chooseHead: (headId) => {
      const percent = heads.find(({ id }) => id === headId)?.percent ?? 0
      change((now) => setHead(now, headId, percent))
    },
    undo: begin,
    check: () => {
      setTried(true)
      if (own.length > 0) act.refuse()
      return own.length === 0
    },
    save: async (reason) => {
      const made = await saveCharges(visit.id, { draft, sent, reckoning, decimals, rev, reason })
      // The copy arrives later: until then the saved prices apply, and the next save builds on them.
      setSaved({ draft, rev: made })
      begin()
    },
  }
}

/** Returns the live lines, each with its reference list price. */
function pricesOf(draft: BookingDraft, reckoning: Reckoning, visit: ShownPriced, decimals: number) {
  const stored = new Map(visit.services.map((service) => [service.id, service]))
  const books = { stored, sold: undefined, listed: 0, decimals }
  return draft.lines.filter(isLive).map((line) => ({ id: line.id, ...linePrices(line, reckoning, books) }))
}

function demandOf(
  draft: BookingDraft,
  prices: readonly RepricedLine[],
  heads: readonly HeadChoice[],
  session: SessionFields | undefined,
): PriceDemand {
  const percent = heads.find(({ id }) => id === draft.headId)?.percent
  return priceDemand(prices, session, draft.headId === CUSTOM_HEAD ? undefined : percent)
}

const reckonDraft = (draft: BookingDraft, decimals: number, isDiscounted: boolean) =>
  // The prices are the visit's: no line follows a list.
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
