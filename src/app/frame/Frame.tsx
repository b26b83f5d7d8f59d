import { isAppKey } from '#src/ui/keys/app-keys.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '#src/ui/fonts/screen-fonts.css'
import { useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { isStaff } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { takeLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import { lockNow, refreshModules } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { notifyError } from '#src/ui/notify.ts'
import { askForPersistentStorage } from '../pwa/persistent-storage.ts'
import { UpdatePrompt } from '../pwa/UpdatePrompt.tsx'
import { useLaunches } from '../pwa/use-launches.ts'
import { forgetLeaving } from '../session-end.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame.module.css'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { ReadAnew } from './ReadAnew.tsx'
import { SideMenu } from './SideMenu.tsx'
import { StorageNote } from './StorageNote.tsx'
import { TopBar } from './TopBar.tsx'
import { UnfetchedNote } from './UnfetchedNote.tsx'

const ResumeKioskForm = lazyPart(() =>
  import('#src/parts/consent-kiosk/ResumeKioskForm.tsx').then((part) => ({
    default: part.ResumeKioskForm,
  })),
)

export interface FrameProps {
  session: SessionFields
  children: ReactNode
}

/** Top bar, side menu and the main region around every screen of the protected area. */
export default function Frame({ session, children }: FrameProps) {
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false
  const main = useFocusOnNavigation()
  const withMenu = isStaff(session)
  useEnteringProtectedArea()
  useLaunches()
  // In text fields too: whoever is called away is in the middle of a sentence.
  useWindowEvent('keydown', (event) => {
    if (!isAppKey('lock', event)) return
    event.preventDefault()
    void lockNow().catch(notifyError)
  })

  return (
    <ModalsProvider>
      <div className={classes.frame}>
        <a className={classes.skip} href="#main">
          {WORDS.skipToContent}
        </a>
        <TopBar session={session} onOpenMenu={withMenu && isNarrow ? drawer.open : undefined} />
        {withMenu && (
          <SideMenu session={session} isNarrow={isNarrow} isOpen={isDrawerOpen} onClose={drawer.close} />
        )}
        <main id="main" ref={main} className={classes.main} tabIndex={-1}>
          <StorageNote />
          <UnfetchedNote />
          <ReadAnew>{children}</ReadAnew>
        </main>
      </div>
      {withMenu && <Palette session={session} />}
      <KeyboardHelp />
      <UpdatePrompt />
      {withMenu && <ResumeKioskForm />}
      {/* On top: the buttons and pages of lists and forms stand below. */}
      <Notifications position="top-center" containerWidth={420} />
    </ModalsProvider>
  )
}

/** Rights are asked for anew on entry (docs/reports.md#status); without an answer the device works with those it has. */
function useEnteringProtectedArea(): void {
  useEffect(() => {
    forgetLeaving()
    // A patient's link that was opened over this session must not sign in after it.
    takeLinkCredentials()
    void askForPersistentStorage()
    refreshModules().catch(() => undefined)
  }, [])
}

/** After a change of screen the focus starts at its top, unless the screen has put it somewhere itself. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [pathname])
  return main
}
