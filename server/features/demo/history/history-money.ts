import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import type { PaymentMode } from '#domain/money/payment-modes.ts'
import type { PaymentStatus } from '#domain/status/payment-status.ts'
import { DISCOUNT_HEADS, REFERRAL_SCHEMES } from '../centre/catalogue.ts'
import type { DemoCentre } from '../centres.ts'
import { SCHEME_COMMISSION } from '../desk/scheme-settlements.ts'
import type { DemoVisit } from '../desk/visit-rows.ts'
import { demoId, type Random } from '../random.ts'

/** Payment modes at a front desk, by frequency. */
const MODES: readonly { weight: number; mode: PaymentMode }[] = [
  { weight: 38, mode: 'Cash' },
  { weight: 24, mode: 'GPay' },
  { weight: 10, mode: 'PhonePE' },
  { weight: 10, mode: 'Credit_Card' },
  { weight: 8, mode: 'Debit_Card' },
  { weight: 4, mode: 'Transfer' },
  { weight: 3, mode: 'PayTM' },
  { weight: 3, mode: 'Online' },
]

/** Kinds of payment of a visit, by frequency. */
const STORIES = [
  { weight: 70, story: 'plain' },
  { weight: 14, story: 'discount' },
  { weight: 7, story: 'scheme' },
  { weight: 6, story: 'split' },
  { weight: 2, story: 'part' },
  { weight: 1, story: 'nothing' },
] as const

/**
 * Adds realistic payments to a visit of the history: discounts, schemes that pay a share, several modes, occasionally
 * a part payment. Balance, status and lines agree with the receipts. `hospitalId` is the referrer if a scheme
 * applies.
 */
export function payHistory(
  visit: DemoVisit,
  { random, centre, hospitalId }: { random: Random; centre: DemoCentre; hospitalId: string | undefined },
): DemoVisit {
  const { story } = random.weighted(STORIES)
  const charges = sumOf(visit, centre)
  if (charges === 0 || visit.receipts.length === 0) return visit
  if (story === 'discount') return discounted(visit, random, centre)
  if (story === 'scheme' && hospitalId !== undefined) return underScheme(visit, random, centre, hospitalId)
  if (story === 'split') return received(visit, split(random, charges), random, centre)
  if (story === 'part') return received(visit, [Math.floor(charges / 2)], random, centre)
  if (story === 'nothing') return received(visit, [], random, centre)
  return received(visit, [charges], random, centre)
}

const sumOf = ({ services }: DemoVisit, { noOfDecimal }: DemoCentre) =>
  services.reduce((sum, { charges }) => sum + toMinor(String(charges ?? 0), noOfDecimal), 0)

function split(random: Random, minor: number): number[] {
  const first = Math.floor((minor * random.between(3, 7)) / 10)
  return [first, minor - first]
}

function discounted(visit: DemoVisit, random: Random, centre: DemoCentre): DemoVisit {
  const { noOfDecimal: decimals } = centre
  const [name, percent] = random.pick(DISCOUNT_HEADS)
  const services = visit.services.map((service) => {
    const charges = toMinor(String(service.charges ?? 0), decimals)
    const discount = Math.round((charges * percent) / 100)
    return {
      ...service,
      discount: fromMinor(discount, decimals),
      net_charges: fromMinor(charges - discount, decimals),
    }
  })
  const discount = services.reduce((sum, one) => sum + toMinor(one.discount, decimals), 0)
  const net = sumOf(visit, centre) - discount
  const changed = {
    ...visit,
    services,
    visit: {
      ...visit.visit,
      discount_head_id: demoId('discount head', `${centre.key} ${name}`),
      discount: fromMinor(discount, decimals),
      net_charges: fromMinor(net, decimals),
    },
  }
  return received(changed, [net], random, centre)
}

// The patient pays their own share at the desk, and the hospital earns a commission; its debt is settled monthly.
function underScheme(visit: DemoVisit, random: Random, centre: DemoCentre, hospitalId: string): DemoVisit {
  const [name, share] = random.pick(REFERRAL_SCHEMES.filter(([, patientShare]) => patientShare < 100))
  const changed = {
    ...visit,
    machines: visit.machines.map((slot) => ({ ...slot, ref_hospital_id: hospitalId })),
    services: visit.services.map((service) => ({
      ...service,
      hospital_commission_type: SCHEME_COMMISSION.type,
      hospital_commission_rate: SCHEME_COMMISSION.rate,
    })),
    visit: {
      ...visit.visit,
      ref_hospital_id: hospitalId,
      ref_dr_scheme_id: demoId('referral scheme', `${centre.key} ${name}`),
      ref_dr_scheme_type: 'Hospital',
      patient_share: share,
    },
  }
  const own = Math.round((sumOf(visit, centre) * share) / 100)
  return received(changed, own > 0 ? [own] : [], random, centre)
}

function received(
  visit: DemoVisit,
  amounts: readonly number[],
  random: Random,
  { noOfDecimal }: DemoCentre,
): DemoVisit {
  const [first] = visit.receipts
  const net = toMinor(String(visit.visit.net_charges ?? 0), noOfDecimal)
  const paid = amounts.reduce((sum, minor) => sum + minor, 0)
  const status: PaymentStatus = paid >= net ? 'Paid' : paid > 0 ? 'Partial_Paid' : 'Pending'
  const modes = [...new Set(Array.from({ length: 6 }, () => random.weighted(MODES).mode))]
  const receipts = first
    ? amounts.map((minor, index) => ({
        ...first,
        id: index === 0 ? first.id : demoId('receipt', `${first.id} ${index}`),
        amount: fromMinor(minor, noOfDecimal),
        mode: modes[index % modes.length] ?? 'Cash',
      }))
    : []
  return {
    ...visit,
    receipts,
    visit: { ...visit.visit, received: fromMinor(paid, noOfDecimal), payment_status: status },
  }
}
