import { useMediaQuery } from '@mantine/hooks'
import { schemeSettlementCalls } from '#contract/calls/scheme-settlements.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { useSteady } from '#src/ui/use-steady.ts'
import { SettlementForm } from './SettlementForm.tsx'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

export interface SettlementDialogProps {
  ids: readonly string[]
  onClose: () => void
  /** Called before onClose. */
  onSettled: () => void
}

/** Settles the scheme invoices that one hospital or doctor owes, in one payment mode. */
export default function SettlementDialog({ ids, onClose, onSettled }: SettlementDialogProps) {
  const { online } = useLink()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const format = useSteady(useMoneyFormat())
  const { answer, error, refresh } = useKeptCall(
    schemeSettlementCalls.invoices,
    { ids: [...ids] },
    { isWanted: online, news: '', keptAs: undefined },
  )
  const invoices = answer?.result
  const payer = invoices?.[0]
  return (
    <Dialog
      opened
      onClose={onClose}
      title={payer ? `${WORDS.title}: ${payer.payer} (${WORDS.payers[payer.payer_type]})` : WORDS.title}
      size="72rem"
      fullScreen={isPhone}
      centered={!isPhone}
      closeOnClickOutside={false}
    >
      {error && !invoices && <ErrorNote title={WORDS.unread} message={error.message} onRetry={refresh} />}
      {!error && !invoices && <SkeletonRows rows={6} />}
      {invoices && (
        <SettlementForm
          invoices={invoices}
          format={format}
          isOnline={online}
          readAgain={refresh}
          onCancel={onClose}
          onSettled={(count) => {
            notifyDone(WORDS.done(count))
            onSettled()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
