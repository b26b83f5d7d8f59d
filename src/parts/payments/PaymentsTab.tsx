import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { useInvoiceRefusal } from '#src/parts/papers/use-invoice-gate.ts'
import { useMoneyFormat, usePapersAhead } from '#src/parts/papers/use-paper-context.ts'
import { useVisitMoney } from '#src/parts/papers/use-visit-money.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { Shown, ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { GiveBack } from './GiveBack.tsx'
import { MoneyDialogs } from './MoneyDialogs.tsx'
import { MoneyFigures } from './MoneyFigures.tsx'
import { MoneyList } from './MoneyList.tsx'
import { moneyEntries } from './money-entries.ts'
import { cancelRefusal, type MoneyFacts, recordRefusal, refundRefusal } from './money-rules.ts'
import classes from './payments.module.css'
import { ServiceCharges } from './ServiceCharges.tsx'
import { useCharges } from './use-charges.ts'
import { type OpenMoney, paperOf, useMoneyActs } from './use-money-acts.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

export interface PaymentsTabProps {
  visit: Shown<'visit'>
}

/** The money of a visit: its price, payments and refunds, and their papers (docs/visits.md#visit-panel). */
export function PaymentsTab({ visit }: PaymentsTabProps) {
  const priced = findPriced(visit)
  return priced ? <Payments visit={priced} /> : <EmptyState title={WORDS.notTold} />
}

function Payments({ visit }: { visit: ShownPriced }) {
  const { online } = useLink()
  const { decimals } = useMoneyFormat()
  const permissions = useSession()?.modules ?? []
  const money = useVisitMoney(visit)
  const zone = useBranchZone(visit.branch_id)
  const [box, act] = useAct()
  const charges = useCharges(visit, act)
  const { open, setOpen, close } = useMoneyActs()
  usePapersAhead(visit.branch_id)
  const facts: MoneyFacts = { visit, decimals, permissions, isOnline: online, isDirty: charges.isDirty }
  const hasReceipts = (money?.receipts.length ?? 0) > 0
  const saveCharges = async (reason: string | undefined) => {
    await charges.save(reason)
    notifyDone(WORDS.services.saved)
  }
  const askReason = (isBelowList: boolean) => setOpen({ kind: 'charges', isBelowList })
  const save = async () => {
    if (hasReceipts || charges.priceDemand === 'reason') return askReason(charges.priceDemand === 'reason')
    try {
      await saveCharges(undefined)
    } catch (error) {
      // There is a receipt or a list price that this device did not know.
      if (!(error instanceof ApiError && error.code === 'reason_needed')) throw error
      askReason(error.fields?.change_reason !== undefined)
    }
  }

  return (
    <div className={classes.tab}>
      <div className={classes.head}>
        <MoneyFigures visit={visit} />
        <MoneyButtons facts={facts} visit={visit} onOpen={setOpen} />
      </div>
      <GiveBack visit={visit} refusal={refundRefusal(facts)} onRefund={() => setOpen({ kind: 'refund' })} />
      {visit.flags.includes('unallocated') && (
        <Alert color="orange" title={WORDS.unallocated} role="status">
          {WORDS.unallocatedHint}
        </Alert>
      )}
      <ServiceCharges box={box} charges={charges} onSave={save} />
      <section aria-label={WORDS.payments.title}>
        <h3 className={classes.title}>{WORDS.payments.title}</h3>
        {money ? (
          <MoneyList
            entries={moneyEntries(money.receipts, money.refunds)}
            zone={zone}
            cancelRefusal={({ isHere }) => cancelRefusal(facts, isHere)}
            onView={(entry) => setOpen(paperOf(entry))}
            onCancel={(entry) => setOpen({ kind: 'cancel', entry })}
          />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </section>
      <MoneyDialogs visit={visit} open={open} onOpen={setOpen} onSaveCharges={saveCharges} onClose={close} />
    </div>
  )
}

interface MoneyButtonsProps {
  facts: MoneyFacts
  visit: ShownPriced
  onOpen: (next: OpenMoney) => void
}

function MoneyButtons({ facts, visit, onOpen }: MoneyButtonsProps) {
  const invoiceRefusal = useInvoiceRefusal(visit)
  return (
    <Group gap="xs">
      <MoneyButton refusal={undefined} onClick={() => onOpen({ kind: 'slip' })}>
        {WORDS.slip}
      </MoneyButton>
      <MoneyButton refusal={invoiceRefusal} onClick={() => onOpen({ kind: 'invoice' })}>
        {WORDS.invoice}
      </MoneyButton>
      <MoneyButton refusal={refundRefusal(facts)} onClick={() => onOpen({ kind: 'refund' })}>
        {WORDS.refund}
      </MoneyButton>
      <MoneyButton refusal={recordRefusal(facts)} isMain onClick={() => onOpen({ kind: 'record' })}>
        {WORDS.record}
      </MoneyButton>
    </Group>
  )
}

interface MoneyButtonProps {
  refusal: string | undefined
  isMain?: boolean
  onClick: () => void
  children: ReactNode
}

function MoneyButton({ refusal, isMain = false, onClick, children }: MoneyButtonProps) {
  return (
    <ReasonButton variant={isMain ? 'filled' : 'default'} reason={refusal} onClick={onClick}>
      {children}
    </ReasonButton>
  )
}
