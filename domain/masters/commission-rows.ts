import { readCharge, readPercent } from './charge-text.ts'

/** One service's rate at a branch while it is edited, as typed. */
export interface ServiceRateDraft {
  charges: string
  charges_type: 'Percent' | 'Flat'
  service_charges: string
}

/** The draft after its type was changed: the amount is reset (docs/masters.md#lists). */
export const withType = (draft: ServiceRateDraft, charges_type: 'Percent' | 'Flat'): ServiceRateDraft =>
  draft.charges_type === charges_type ? draft : { ...draft, charges_type, charges: '' }

/** What is wrong with a department's percentage; empty text removes the rate. */
export const percentFault = (text: string): string | undefined =>
  text === '' ? undefined : readPercent(text).fault

/** What is wrong with a service's rate, by field. */
export function serviceRateFaults(
  { charges, charges_type, service_charges }: ServiceRateDraft,
  decimals: number,
): { charges?: string; service_charges?: string } {
  const rate =
    charges === ''
      ? undefined
      : (charges_type === 'Percent' ? readPercent(charges) : readCharge(charges, decimals)).fault
  const price = service_charges === '' ? undefined : readCharge(service_charges, decimals).fault
  return {
    ...(rate !== undefined && { charges: rate }),
    ...(price !== undefined && { service_charges: price }),
  }
}
