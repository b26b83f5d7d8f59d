import './lock.css'
import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { useLock } from '#src/sync/session/lock-state.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { coverPage } from './cover-page.ts'
import { LockForm } from './LockForm.tsx'
import classes from './lock.module.css'
import { useKeyGuard } from './use-key-guard.ts'
import { LOCK_WORDS as WORDS } from './words.ts'

const KioskScreen = lazyPart(() =>
  import('#src/parts/consent-kiosk/KioskScreen.tsx').then((part) => ({ default: part.KioskScreen })),
)

/** The locked screen over whatever is open: the same route, the same screens, mounted but hidden until it is unlocked. */
export function LockOverlay() {
  const lock = useLock()
  useKeyGuard()
  if (lock.kind !== 'locked') return null
  return createPortal(<Cover why={lock.why} isOverdue={lock.isOverdue} />, document.body)
}

const TITLE_ID = 'lock-title'

function Cover(lock: Parameters<typeof LockForm>[0]['lock']) {
  const cover = useRef<HTMLDivElement>(null)
  // Looked at before the password field takes the focus.
  const [focused] = useState(() => document.activeElement)
  useLayoutEffect(() => (cover.current ? coverPage(cover.current, focused) : undefined), [focused])
  // A dialog beneath keeps the page from scrolling; this one may have to, on a phone with its keyboard open.
  const own = (event: { nativeEvent: Event }) => event.nativeEvent.stopPropagation()
  return (
    <div
      ref={cover}
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

/** The lock; where a form was handed over, the form alone, until its person gives the device back. */
function Locked(lock: Parameters<typeof LockForm>[0]['lock']) {
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
