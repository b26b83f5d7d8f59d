import { useCallback, useMemo, useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { BookingDraft, DraftLine } from './draft/draft.ts'
import { CUSTOM_HEAD, referrerOf } from './draft/draft.ts'
import { beginsTheSame, draftOfVisit, newDraft } from './draft/draft-of-visit.ts'
import { type Reckoning, reckon } from './draft/reckon.ts'
import { type Timetable, timetableOf } from './draft/timetable.ts'
import { type PriceDemand, priceDemand } from './judge-prices.ts'
import { linePrices } from './line-prices.ts'
import { listPriceOf } from './list-price.ts'
import type { RefCharge } from './RefChargeReaders.tsx'
import { type Catalogue, useCatalogue } from './use-catalogue.ts'
import { mayDiscountFreely, opensDiscount, useDiscountHeads } from './use-discount-heads.ts'
import { usePlacer } from './use-placer.ts'

/** What a form of a booking begins with. */
export interface BookingStart {
  branchId: string
  isRadiology?: 0 | 1 | undefined
  /** The visit that is edited; left out for a new one. */
  visit?: Shown<'visit'> | undefined
  start: number
  /** The machine that was clicked. */
  machineId?: string | undefined
  /** Machines and times are the first that are free. */
  isFirstFree?: boolean
  patient?: PatientRow | undefined
}

/** A booking as it is typed, with all that follows from it. */
export interface Booking {
  visit: Shown<'visit'> | undefined
  /** The revision that a save is based on; 0 for a visit that the server does not have. */
  rev: number
  draft: BookingDraft
  /** What the form began with, reckoned. */
  before: { draft: BookingDraft; reckoning: Reckoning; timetable: Timetable }
  change: (act: (draft: BookingDraft) => BookingDraft) => void
  catalogue: Catalogue
  /** The machine that was clicked: services of its department go there. */
  machineId: string | undefined
  timetable: Timetable
  /** The draft at the places that are free at this moment, for keeping it. */
  placeNow: () => Promise<{ draft: BookingDraft; timetable: Timetable }>
  /** A stay found no room while the branch is open today. */
  isOutsideHours: boolean
  reckoning: Reckoning
  /** What the prices ask for beyond the discount. */
  priceDemand: PriceDemand
  isDiscountOpen: boolean
  decimals: number
  /** Everybody whose price list counts. */
  referrerIds: readonly string[]
  takeCharges: (referrerId: string, charges: readonly RefCharge[]) => void
}

/** True for a service that was cancelled: it costs nothing and takes no time. */
export const isCancelledLine = ({ status }: DraftLine): boolean =>
  status !== undefined && !isLiveService(status)

/** Holds a booking while it is typed. */
export function useBooking(begin: BookingStart): Booking {
  const session = useSession()
  const decimals = session?.no_of_decimal ?? 2
  const [first] = useState(() => firstDraft(begin, decimals))
  const rev = useBase(begin.visit, first, decimals)
  const [asked, setDraft] = useState(first)
  const [refCharges, setRefCharges] = useState<ReadonlyMap<string, readonly RefCharge[]>>(new Map())
  const catalogue = useCatalogue(asked)
  const { place, placeNow } = usePlacer(asked, catalogue)
  const { draft, isOutsideHours } = useMemo(() => place(asked), [place, asked])
  // A change builds on what is shown.
  const change = useCallback(
    (act: (now: BookingDraft) => BookingDraft) => setDraft((now) => act(place(now).draft)),
    [place],
  )
  const heads = useDiscountHeads()
  const isDiscountOpen = opensDiscount(heads, draft.headId)
  // A head that is no longer in use still counts on the visit that was given it.
  const isDiscounted = isDiscountOpen || (draft.headId !== null && draft.headId === first.headId)

  const isFree = mayDiscountFreely(session)
  // What a visit has already may stay though its head gives less today; the server judges what is added to it.
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
    () => (one: BookingDraft) => timetableOf(one, catalogue.slotOf, (line) => !isCancelledLine(line)),
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
    rev,
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
 * The revision of the visit that the form shows. A start or a payment moves it on; what another desk changed of the booking
 * does not, so that the server detects the conflict and nothing is overwritten unseen. A form that began with a change of
 * this device that the server did not have yet takes the revision that the visit has now.
 */
function useBase(visit: Shown<'visit'> | undefined, first: BookingDraft, decimals: number): number {
  const [rev, setRev] = useState(visit?.rev ?? 0)
  const [isConfirmed] = useState(visit !== undefined && visit.rev > 0 && !visit.isWaiting)
  if (!isConfirmed) return visit?.rev ?? 0
  const priced = visit && visit.rev > rev ? findPriced(visit) : undefined
  if (priced && beginsTheSame(first, priced, decimals)) setRev(priced.rev)
  return rev
}

function firstDraft(
  { visit, branchId, isRadiology = 1, start, isFirstFree = false }: BookingStart,
  decimals: number,
): BookingDraft {
  if (visit) {
    const priced = findPriced(visit)
    // Its prices would be lost: only who books visits edits one, and they are told what it costs.
    if (!priced) throw new Error('a visit cannot be edited without its amounts')
    return draftOfVisit(priced, decimals)
  }
  return newDraft(mintId(), { branchId, isRadiology, start, isFirstFree })
}

function referrersIn({ referrer, referrers }: BookingDraft): readonly string[] {
  const ids = [referrer, ...Object.values(referrers)].flatMap(({ drId, hospitalId }) => [drId, hospitalId])
  return [...new Set(ids.filter((id) => id !== null))]
}
