import { paymentStatusOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { dayAt } from '#domain/time/zones.ts'
import { DISCOUNT_HEADS } from '../centre/catalogue.ts'
import type { DemoCentre } from '../centres.ts'
import { type DemoVisit, receptionOf } from '../desk/visit-rows.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from '../reading/studies.ts'

/** One in this many paid visits is charged incorrectly, each time in the next of the ways. */
const EVERY = 25
const HOUR_MS = 3_600_000
type Story = (visit: DemoVisit, study: DemoStudy, centre: DemoCentre) => DemoVisit

/**
 * Ways in which a visit of the history loses money; lines keep their list price, so that the leakage board finds it.
 */
const STORIES: readonly Story[] = [
  // Nobody asked the staff member's relative to pay.
  (visit, _, centre) => charged(visit, centre, { price: 0 }),
  (visit, _, centre) => charged(visit, centre, { price: 85 }),
  (visit, _, centre) => charged(visit, centre, { price: 100, overHead: 8 }),
  refundedAfterReport,
]

/** Returns the visits with the list prices of their lines; one in EVERY has a leak. */
export function withLeaks(
  visits: readonly DemoVisit[],
  studies: readonly DemoStudy[],
  centre: DemoCentre,
): DemoVisit[] {
  let plain = 0
  return visits.map((visit, index) => {
    const services = visit.services.map((one) => ({ ...one, list_charges: one.charges ?? 0 }))
    const listed = { ...visit, services }
    const study = studies[index]
    if (!study || visit.receipts.length !== 1 || visit.visit.payment_status !== 'Paid') return listed
    plain += 1
    const story = plain % EVERY === 0 ? STORIES[(plain / EVERY) % STORIES.length] : undefined
    return story ? story(listed, study, centre) : listed
  })
}

/**
 * Charges `price` percent of the list, with a discount that exceeds the head's limit by `overHead` percent; paid in
 * full.
 */
function charged(
  visit: DemoVisit,
  centre: DemoCentre,
  { price, overHead }: { price: number; overHead?: number },
): DemoVisit {
  const { noOfDecimal: decimals } = centre
  const [head, headPercent] = DISCOUNT_HEADS[0]
  const percent = overHead === undefined ? 0 : headPercent + overHead
  const lines = visit.services.map((service) => {
    const charges = Math.round((toMinor(String(service.list_charges ?? 0), decimals) * price) / 100)
    return { service, charges, discount: Math.round((charges * percent) / 100) }
  })
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
  const net = sum(({ charges, discount }) => charges - discount)
  const amount = (minor: number) => fromMinor(minor, decimals)
  return {
    ...visit,
    services: lines.map(({ service, charges, discount }) => ({
      ...service,
      charges: amount(charges),
      discount: amount(discount),
      net_charges: amount(charges - discount),
    })),
    receipts: net === 0 ? [] : visit.receipts.map((receipt) => ({ ...receipt, amount: amount(net) })),
    visit: {
      ...visit.visit,
      charges: amount(sum(({ charges }) => charges)),
      discount: amount(sum(({ discount }) => discount)),
      net_charges: amount(net),
      received: amount(net),
      payment_status: 'Paid',
      ...(overHead === undefined
        ? { discount_head_id: null }
        : { discount_head_id: demoId('discount head', `${centre.key} ${head}`), head_percent: headPercent }),
    },
  }
}

/** Refunds half of the money one hour after the report was signed. */
function refundedAfterReport(visit: DemoVisit, { timeline }: DemoStudy, centre: DemoCentre): DemoVisit {
  const { id, branch_id: branchId, net_charges: net, received } = visit.visit
  const branch = centre.branches.find((one) => one.id === branchId)
  const signed = timeline.signedAt
  if (!branch || !signed) return visit
  const at = new Date(signed.getTime() + HOUR_MS)
  const paid = toMinor(String(received ?? 0), centre.noOfDecimal)
  const back = Math.floor(paid / 2)
  if (back === 0) return visit
  const amount = fromMinor(back, centre.noOfDecimal)
  return {
    ...visit,
    visit: {
      ...visit.visit,
      refunded: amount,
      payment_status: paymentStatusOf(toMinor(String(net ?? 0), centre.noOfDecimal), paid - back),
    },
    refunds: [
      {
        client_id: centre.id,
        id: demoId('refund', `leak ${id}`),
        visit_id: id,
        branch_id: branchId,
        refund_no: '',
        amount,
        mode: 'Cash',
        business_day: dayAt(at, branch.timeZone),
        created: at,
        created_by: receptionOf(centre, branchId),
        remarks: 'The referring doctor asked for it.',
      },
    ],
  }
}
