import { Button } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { dropPageAddresses } from '#src/sync/files/page-addresses.ts'
import { useKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { LoadAhead } from '../LoadAhead.tsx'
import { SHELL_WORDS as WORDS } from '../words.ts'
import { holdPage } from './hold-page.ts'
import type { LockFormProps } from './LockForm.tsx'
import classes from './lock.module.css'
import { lockHost } from './lock-host.ts'
import { noteFocus } from './note-focus.ts'
import { useKeyGuard } from './use-key-guard.ts'

// Not part of the sign-in page's code; loaded before anybody can lock.
const LockForm = lazyPart(() => import('./LockForm.tsx').then((part) => ({ default: part.LockForm })))
const KioskScreen = lazyPart(() =>
  import('#src/parts/consent-kiosk/KioskScreen.tsx').then((part) => ({ default: part.KioskScreen })),
)

/**
 * The lock screen, replacing whatever is open. The screens stay mounted, so that none loses anything, but their nodes
 * are out of the document until it is unlocked (docs/decisions/246).
 */
export function LockOverlay() {
  const lock = useLock()
  useKeyGuard()
  if (lock.kind === 'open') return <LoadAhead load={LockForm.load} />
  if (lock.kind !== 'locked') return null
  return createPortal(<Cover why={lock.why} isOverdue={lock.isOverdue} />, lockHost())
}

const TITLE_ID = 'lock-title'

function Cover(lock: LockFormProps['lock']) {
  // Captured before the password field takes the focus.
  const [focusAgain] = useState(noteFocus)
  useLayoutEffect(() => {
    dropPageAddresses()
    const putBack = holdPage(lockHost())
    return () => {
      putBack()
      focusAgain()
    }
  }, [focusAgain])
  // A dialog beneath blocks the page's scrolling; this one may need it, on a phone with its keyboard open.
  const own = (event: { nativeEvent: Event }) => event.nativeEvent.stopPropagation()
  return (
    <div
      className={classes.lock}
      role="dialog"
      aria-modal="true"
      aria-labelledby={TITLE_ID}
      onWheel={own}
      onTouchMove={own}
    >
      <Locked {...lock} />
    </div>
  )
}

/** The lock; if a form was handed over, only the form, until its owner takes the device back. */
function Locked(lock: LockFormProps['lock']) {
  const kiosk = useKiosk()
  const [isAtDesk, setAtDesk] = useState(false)
  if (kiosk.kind === 'none') return <LockForm lock={lock} titleId={TITLE_ID} />
  if (!isAtDesk) return <KioskScreen kiosk={kiosk} titleId={TITLE_ID} onDesk={() => setAtDesk(true)} />
  return (
    <div className={classes.desk}>
      <LockForm lock={lock} titleId={TITLE_ID} isHandedOver />
      {kiosk.kind !== 'done' && (
        <Button variant="default" fullWidth onClick={() => setAtDesk(false)}>
          {WORDS.backToForm}
        </Button>
      )}
    </div>
  )
}
