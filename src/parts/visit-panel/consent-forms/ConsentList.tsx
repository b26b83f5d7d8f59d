import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { withdrawalOf } from '#domain/consent/standing-consent.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { DeliveryMark } from '#src/parts/delivery/DeliveryMark.tsx'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './consent-forms.module.css'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { CONSENTS_WORDS } from './words.ts'

const { consents: WORDS } = CONSENTS_WORDS

// Loaded separately: a dialog that only shows a code does not need the printer.
const ConsentPaper = lazyPart(() =>
  import('./ConsentPaper.tsx').then((part) => ({ default: part.ConsentPaper })),
)

export interface ConsentListProps {
  visit: Shown<'visit'>
  /** All consents and withdrawals of the visit. */
  rows: readonly Shown<'consent'>[]
  formId: string
}

const moment = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** Who signed a form at the visit, when, where and in which language; marks withdrawn ones. */
export function ConsentList({ visit, rows, formId }: ConsentListProps) {
  const [shown, setShown] = useState<Shown<'consent'>>()
  const [withdrawing, setWithdrawing] = useState<Shown<'consent'>>()
  const signed = rows
    .filter((row) => row.consent_form_id === formId && row.kind === 'Signed')
    .sort((a, b) => b.created.localeCompare(a.created))
  return (
    <section className={classes.section} aria-labelledby="consent-list">
      <Title order={3} size="h5" id="consent-list">
        {WORDS.title}
      </Title>
      {signed.length === 0 && <Text c="dimmed">{WORDS.empty}</Text>}
      {signed.length > 0 && (
        <ul className={classes.consents}>
          {signed.map((row) => (
            <ConsentItem
              key={row.id}
              row={row}
              withdrawal={withdrawalOf(rows, row.id)}
              onShow={() => setShown(row)}
              onWithdraw={() => setWithdrawing(row)}
            />
          ))}
        </ul>
      )}
      {shown && <ConsentPaper visit={visit} consentId={shown.id} onClose={() => setShown(undefined)} />}
      {withdrawing && <WithdrawDialog consentId={withdrawing.id} onClose={() => setWithdrawing(undefined)} />}
    </section>
  )
}

interface ConsentItemProps {
  row: Shown<'consent'>
  withdrawal: Shown<'consent'> | undefined
  onShow: () => void
  onWithdraw: () => void
}

function ConsentItem({ row, withdrawal, onShow, onWithdraw }: ConsentItemProps) {
  const { online } = useLink()
  const when = moment(row.signed_on)
  const facts = [WORDS.by(row.sign_by, row.signer_name), WORDS.languages[row.language], WORDS.via[row.via]]
  const missing = row.isWaiting ? WORDS.pdfWaiting : undefined
  return (
    <li className={classes.consent}>
      <Stack gap={2} className={classes.about}>
        <Text fw={600} className="tabular">
          {WORDS.signed(when)}{' '}
          {withdrawal && <TintBadge colour="red">{WORDS.withdrawn(moment(withdrawal.created))}</TintBadge>}
        </Text>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
        {row.isWaiting && <DeliveryMark aggregate={`consent:${row.id}`} />}
      </Stack>
      <ReasonButton
        variant="default"
        size="compact-sm"
        reason={missing ?? (online ? undefined : WORDS.pdfOffline)}
        aria-label={WORDS.pdfOf(when)}
        onClick={onShow}
      >
        {WORDS.pdf}
      </ReasonButton>
      {!withdrawal && (
        <ReasonButton
          variant="default"
          size="compact-sm"
          reason={missing ?? (online ? undefined : WORDS.withdrawOffline)}
          aria-label={WORDS.withdrawOf(when)}
          onClick={onWithdraw}
        >
          {WORDS.withdraw}
        </ReasonButton>
      )}
    </li>
  )
}
