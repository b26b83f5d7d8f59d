import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useOpenedVisit } from '#src/sync/desk/use-opened-visit.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useReturnFocus } from '#src/ui/dialog/use-return-focus.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { OpenedVisit } from './OpenedVisit.tsx'
import { VisitAnswer } from './visit-answer.ts'
import classes from './visit-panel.module.css'
import type { VisitTab } from './visit-tabs.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface VisitPanelProps {
  visitId: string
  /** The initially open tab, by its number in docs/visits.md#visit-panel. */
  tab?: VisitTab
  onClose: () => void
}

/** A full-screen visit (docs/visits.md#visit-panel), from this device's copy or else from the server. */
export function VisitPanel({ visitId, tab: first = 1, onClose }: VisitPanelProps) {
  const [tab, setTab] = useState<VisitTab>(first)
  useReturnFocus()
  return (
    // Escape closes a dialog on top of it; only the Back button closes the panel itself.
    <Modal.Root opened onClose={onClose} closeOnEscape={false} fullScreen>
      <Modal.Content className={classes.content}>
        <Modal.Body className={classes.body}>
          <Found key={visitId} visitId={visitId} tab={tab} onTab={setTab} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface FoundProps {
  visitId: string
  tab: VisitTab
  onTab: (tab: VisitTab) => void
  onClose: () => void
}

function Found({ visitId, tab, onTab, onClose }: FoundProps) {
  const { visit, isOnDevice, isLoading, error, take } = useOpenedVisit(visitId)
  const { online } = useLink()
  if (visit)
    return (
      <VisitAnswer value={take}>
        <OpenedVisit visit={visit} isOnDevice={isOnDevice} tab={tab} onTab={onTab} onClose={onClose} />
      </VisitAnswer>
    )
  return (
    <div className={classes.panel}>
      <Modal.Title>{WORDS.loading}</Modal.Title>
      {isLoading ? (
        <SkeletonRows rows={8} />
      ) : (
        <EmptyState
          title={WORDS.gone}
          hint={online ? (error?.message ?? WORDS.goneHint) : WORDS.goneOffline}
          action={
            <Button variant="default" onClick={onClose} data-autofocus>
              {WORDS.back}
            </Button>
          }
        />
      )}
    </div>
  )
}
