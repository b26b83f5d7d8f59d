import { IconCashRegister } from '@tabler/icons-react'
import { useState } from 'react'
import { SETTLEMENT_INVOICES_MAX } from '#contract/calls/scheme-settlements.ts'
import { isOnePayer, payerOf } from '#domain/money/settlement.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { type Selection, useSelectedIds } from '#src/ui/grid/selection.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

const SettlementDialog = lazyPart(() => import('./SettlementDialog.tsx'))

export interface SettleButtonProps {
  rows: readonly ListedVisit[]
  selection: Selection
  onSettled: () => void
}

/** Opens the settlement of the selected scheme invoices, if the client has bought it. */
export function SettleButton({ rows, selection, onSettled }: SettleButtonProps) {
  const { modules = [], main_modules = [] } = useSession() ?? {}
  const { online } = useLink()
  const ids = useSelectedIds(selection)
  const [asked, setAsked] = useState<readonly string[]>()
  if (!main_modules.includes('referral_scheme_settle')) return null
  const payers = rows.filter(({ id }) => ids.includes(id)).map(payerOf)
  const refusal = refusalOf({
    count: ids.length,
    isPermitted: modules.includes('create_receipt'),
    isOnePayer: isOnePayer(payers),
    online,
  })
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconCashRegister size={16} aria-hidden />}
        reason={refusal}
        onClick={() => setAsked(ids)}
      >
        {WORDS.button}
      </ReasonButton>
      {asked && (
        <SettlementDialog
          ids={asked}
          onClose={() => setAsked(undefined)}
          onSettled={() => {
            selection.setAll(false)
            onSettled()
          }}
        />
      )}
    </>
  )
}

interface Circumstances {
  count: number
  isPermitted: boolean
  isOnePayer: boolean
  online: boolean
}

function refusalOf(circumstances: Circumstances): string | undefined {
  if (!circumstances.isPermitted) return WORDS.notPermitted
  if (circumstances.count === 0) return WORDS.none
  if (circumstances.count > SETTLEMENT_INVOICES_MAX) return WORDS.tooMany(SETTLEMENT_INVOICES_MAX)
  if (!circumstances.isOnePayer) return WORDS.onePayer
  return circumstances.online ? undefined : WORDS.offline
}
