import { useState } from 'react'
import { type FooterActionKind, footerActionsOf } from '#domain/visit/footer-actions.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CancelVisitDialog } from './CancelVisitDialog.tsx'
import { moveVisit } from './move-visit.ts'
import classes from './visit-panel.module.css'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface VisitFooterProps {
  visit: Shown<'visit'>
  onEdit: () => void
  /** Called if the visit was cancelled and money must be refunded. */
  onRefund: () => void
}

/** The next step of a visit is highlighted; the others are subdued. */
const PRIMARY: readonly FooterActionKind[] = ['complete', 'start']

/** The possible actions on the visit; unavailable ones say why (domain/visit/footer-actions). */
export function VisitFooter({ visit, onEdit, onRefund }: VisitFooterProps) {
  const session = useSession()
  const { online } = useLink()
  const [isCancelling, setCancelling] = useState(false)
  const [box, act] = useAct()
  const actions = footerActionsOf(
    {
      status: visit.status,
      isRadiology: visit.is_radiology === 1,
      isUnbooked: visit.flags.includes('needs_booking'),
    },
    {
      permissions: new Set(session?.modules),
      isClinicDoctor: session?.is_clinic_doctor === 1,
      isOnline: online,
    },
  )
  const run = (kind: FooterActionKind) => {
    if (kind === 'edit') onEdit()
    else if (kind === 'cancel') setCancelling(true)
    else void act.run(() => moveVisit(visit, kind))
  }
  const primary = actions.findLast(({ kind, reason }) => PRIMARY.includes(kind) && !reason)?.kind
  if (actions.length === 0) return null
  return (
    <footer className={classes.footer} ref={box}>
      <RefusalNote act={act} />
      {actions.map(({ kind, reason }) => (
        <ReasonButton
          key={kind}
          variant={kind === primary ? 'filled' : 'default'}
          c={kind === 'cancel' && !reason ? 'red.4' : undefined}
          reason={reason && WORDS.reasons[reason]}
          onClick={() => run(kind)}
        >
          {WORDS.actions[kind]}
        </ReasonButton>
      ))}
      {isCancelling && (
        <CancelVisitDialog visit={visit} onRefund={onRefund} onClose={() => setCancelling(false)} />
      )}
    </footer>
  )
}
