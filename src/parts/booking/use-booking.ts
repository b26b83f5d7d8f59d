import { useCallback, useEffect, useMemo, useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { type BookingOrigin, findBookingOrigin } from '#src/sync/desk/booking-origin.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { BookingDraft, DraftLine } from './draft/draft.ts'
import { CUSTOM_HEAD, referrerOf } from './draft/draft.ts'
import { beginsTheSame, draftOfVisit, newDraft } from './draft/draft-of-visit.ts'
import { type Reckoning, reckon } from './draft/reckon.ts'
import { type Timetable, timetableOf } from './draft/timetable.ts'
import { type PriceDemand, priceDemand } from './prices/judge-prices.ts'
import { linePrices } from './prices/line-prices.ts'
import { listPriceOf } from './prices/list-price.ts'
import type { RefCharge } from './prices/RefChargeReaders.tsx'
import { mayDiscountFreely, opensDiscount, useDiscountHeads } from './prices/use-discount-heads.ts'
import { type Catalogue, useCatalogue } from './services/use-catalogue.ts'
import { usePlacer } from './slots/use-placer.ts'

/** Initial values of a booking form. */
export interface BookingStart {
  branchId: string
  isRadiology?: 0 | 1 | undefined
  /** The visit to edit; absent for a new one. */
  visit?: Shown<'visit'> | undefined
  start: number
  /** The machine that was clicked. */
  machineId?: string | undefined
  /** Machines and times are the first free ones. */
  isFirstFree?: boolean
  patient?: PatientRow | undefined
}

/** A booking being typed, with everything derived from it. */
export interface Booking {
  visit: Shown<'visit'> | undefined
  /** The state that a save builds on. */
  origin: BookingOrigin
  draft: BookingDraft
  /** The form's initial state, with totals. */
  before: { draft: BookingDraft; reckoning: Reckoning; timetable: Timetable }
  change: (act: (draft: BookingDraft) => BookingDraft) => void
  catalogue: Catalogue
  /** The machine that was clicked: services of its department go there. */
  machineId: string | undefined
  timetable: Timetable
  /** Returns the draft at the slots that are free at this moment, for saving. */
  placeNow: () => Promise<{ draft: BookingDraft; timetable: Timetable }>
  /** A slot found no free place within today's open hours. */
  isOutsideHours: boolean
  reckoning: Reckoning
  /** What the prices require beyond the discount. */
  priceDemand: PriceDemand
  isDiscountOpen: boolean
  decimals: number
  /** All referrers whose price lists apply. */
  referrerIds: readonly string[]
  takeCharges: (referrerId: string, charges: readonly RefCharge[]) => void
}

/** Returns true for a cancelled service: it costs nothing and takes no time. */
export const isCancelledLine = ({ status }: DraftLine): boolean =>
  status !== undefined && !isLiveService(status)

/** Holds a booking while it is typed. */
export function useBooking(begin: BookingStart): Booking {
  const session = useSession()
  const decimals = session?.no_of_decimal ?? 2
  const [first] = useState(() => firstDraft(begin, decimals))
  const origin = useOrigin(begin.visit, first, decimals)
  const [asked, setDraft] = useState(first)
  const [refCharges, setRefCharges] = useState<ReadonlyMap<string, readonly RefCharge[]>>(new Map())
  const catalogue = useCatalogue(asked)
  const { place, placeNow } = usePlacer(asked, catalogue)
  const { draft, isOutsideHours } = useMemo(() => place(asked), [place, asked])
  // A change builds on the shown draft.
  const change = useCallback(
    (act: (now: BookingDraft) => BookingDraft) => setDraft((now) => act(place(now).draft)),
    [place],
  )
  const heads = useDiscountHeads()
  const isDiscountOpen = opensDiscount(heads, draft.headId)
  // A head that is no longer in use still applies to the visit that has it.
  const isDiscounted = isDiscountOpen || (draft.headId !== null && draft.headId === first.headId)

  const isFree = mayDiscountFreely(session)
  // A visit keeps its discount even if its head grants less today; the server judges additions.
  const isKept = begin.visit !== undefined && draft.headId === first.headId
  const mostPercent = isFree || isKept ? undefined : heads.find(({ id }) => id === draft.headId)?.percent

  const listPrice = useMemo(() => {
    const services = new Map(catalogue.services.map((service) => [service.id, service]))
    const lists = { branchId: draft.branchId, decimals, refCharges }
    return (one: BookingDraft, { serviceId, departmentId }: DraftLine) =>
      listPriceOf(services.get(serviceId), referrerOf(one, departmentId), lists)
  }, [catalogue, draft.branchId, decimals, refCharges])
  const reckonDraft = useMemo(
    () => (one: BookingDraft) =>
      reckon(one, {
        decimals,
        isCancelled: isCancelledLine,
        isDiscounted,
        mostPercent,
        listPrice: (line) => listPrice(one, line),
      }),
    [listPrice, decimals, isDiscounted, mostPercent],
  )

  const reckoning = useMemo(() => reckonDraft(draft), [reckonDraft, draft])
  const timeDraft = useMemo(
    () => (one: BookingDraft) => timetableOf(one, catalogue.slotMinutesOf, (line) => !isCancelledLine(line)),
    [catalogue],
  )
  const demand = useMemo(() => {
    const stored = new Map(begin.visit?.services.map((service) => [service.id, service]))
    const sold = catalogue.packages.find(({ id }) => id === draft.packageId)
    const lines = draft.lines
      .filter((line) => !isCancelledLine(line))
      .map((line) => linePrices(line, reckoning, { stored, sold, decimals, listed: listPrice(draft, line) }))
    const percent = heads.find(({ id }) => id === draft.headId)?.percent
    return priceDemand(lines, session, draft.headId === CUSTOM_HEAD ? undefined : percent)
  }, [begin.visit, catalogue, draft, reckoning, heads, session, decimals, listPrice])
  const before = useMemo(
    () => ({ draft: first, reckoning: reckonDraft(first), timetable: timeDraft(first) }),
    [reckonDraft, timeDraft, first],
  )
  const timetable = useMemo(() => timeDraft(draft), [timeDraft, draft])
  const takeCharges = useCallback(
    (id: string, charges: readonly RefCharge[]) => setRefCharges((known) => new Map(known).set(id, charges)),
    [],
  )
  return {
    visit: begin.visit,
    origin,
    draft,
    before,
    change,
    catalogue,
    machineId: begin.machineId,
    timetable,
    placeNow: async () => {
      const placed = await placeNow(draft)
      return { draft: placed, timetable: timeDraft(placed) }
    },
    isOutsideHours,
    reckoning,
    priceDemand: demand,
    isDiscountOpen,
    decimals,
    referrerIds: referrersIn(draft),
    takeCharges,
  }
}

/**
 * Returns the state of the visit that the form shows: its revision, and our own last command for it, which
 * the server may not have confirmed. A start or a payment advances the revision; another desk's booking
 * changes do not, so that the server detects the conflict and nothing is overwritten unseen.
 */
function useOrigin(visit: Shown<'visit'> | undefined, first: BookingDraft, decimals: number): BookingOrigin {
  const [origin, setOrigin] = useState<BookingOrigin>({ rev: visit?.rev ?? 0 })
  const [opened] = useState(visit)
  useEffect(() => {
    if (!opened) return
    findBookingOrigin(opened)
      .then(({ command }) => setOrigin((now) => ({ ...now, command })))
      // The server then refuses a save based on an outdated revision: nothing is overwritten.
      .catch(() => undefined)
  }, [opened])
  const priced = visit && visit.rev > origin.rev ? findPriced(visit) : undefined
  if (priced && beginsTheSame(first, priced, decimals)) setOrigin({ ...origin, rev: priced.rev })
  return origin
}

function firstDraft(
  { visit, branchId, isRadiology = 1, start, isFirstFree = false }: BookingStart,
  decimals: number,
): BookingDraft {
  if (visit) {
    const priced = findPriced(visit)
    // Its prices would be lost: only people who book visits edit them, and they can see prices.
    if (!priced) throw new Error('a visit cannot be edited without its amounts')
    return draftOfVisit(priced, decimals)
  }
  return newDraft(mintId(), { branchId, isRadiology, start, isFirstFree })
}

function referrersIn({ referrer, referrers }: BookingDraft): readonly string[] {
  const ids = [referrer, ...Object.values(referrers)].flatMap(({ drId, hospitalId }) => [drId, hospitalId])
  return [...new Set(ids.filter((id) => id !== null))]
}
