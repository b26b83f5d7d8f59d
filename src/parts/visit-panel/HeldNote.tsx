import { Alert, Text } from '@mantine/core'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { patientPaid } from '#domain/money/visit-money.ts'
import { isUnpaid } from '#domain/status/payment-status.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

/** The money that a visit holds, formatted; empty if that side paid nothing or the amount is hidden. */
export interface HeldMoney {
  patients: string
  schemes: string
}

/** Returns the money received for a visit and not refunded; undefined if there is none. */
export function useHeldMoney(visit: Shown<'visit'>): HeldMoney | undefined {
  const format = useMoneyFormat()
  const priced = findPriced(visit)
  // A person who may not see amounts still knows that something was paid.
  if (!priced) return isUnpaid(visit.payment_status) ? undefined : { patients: '', schemes: '' }
  const named = (minor: number) => (minor > 0 ? formatMoney(fromMinor(minor, format.decimals), format) : '')
  const held = {
    patients: named(patientPaid(priced, format.decimals)),
    schemes: named(toMinor(priced.settled ?? 0, format.decimals)),
  }
  return held.patients === '' && held.schemes === '' ? undefined : held
}

/** Shows the money of a visit that is about to be cancelled, and to whom it is refunded. */
export function HeldNote({ held, mayRefund }: { held: HeldMoney; mayRefund: boolean }) {
  const { patients, schemes } = held
  return (
    <Alert color="orange" role="status">
      {patients !== '' && (
        <Text size="sm">{mayRefund ? WORDS.heldOfPatient(patients) : WORDS.heldForOthers(patients)}</Text>
      )}
      {schemes !== '' && <Text size="sm">{WORDS.heldOfScheme(schemes)}</Text>}
      {patients === '' && schemes === '' && <Text size="sm">{WORDS.heldUntold}</Text>}
    </Alert>
  )
}
