import { useEffect } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'

/** What a referrer's patients pay, by branch and service. */
export interface RefCharge {
  service_id: string
  branch_id: string
  service_charges: number
}

export interface RefChargeReadersProps {
  referrerIds: readonly string[]
  onCharges: (referrerId: string, charges: readonly RefCharge[]) => void
}

/**
 * Reads the charges of each referrer of the booking and caches them on this device for offline use. Renders nothing.
 */
export function RefChargeReaders({ referrerIds, onCharges }: RefChargeReadersProps) {
  return referrerIds.map((id) => <Reader key={id} referrerId={id} onCharges={onCharges} />)
}

interface ReaderProps extends Pick<RefChargeReadersProps, 'onCharges'> {
  referrerId: string
}

function Reader({ referrerId, onCharges }: ReaderProps) {
  const { online } = useLink()
  const { answer } = useKeptCall(
    visitCalls.refCharges,
    { ref_dr_id: referrerId },
    { isWanted: online, news: '', keptAs: `refDrServiceCharges ${referrerId}` },
  )
  const charges = answer?.result
  useEffect(() => {
    if (charges) onCharges(referrerId, charges)
  }, [referrerId, charges, onCharges])
  return null
}
