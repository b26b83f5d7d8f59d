import { isAppKey } from '#src/ui/keys/app-keys.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { isPatient, isStaff } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { lockNow } from '#src/sync/session/session.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { notifyError } from '#src/ui/notes/notify.ts'
import { FrameSkeleton } from '../pages/FrameSkeleton.tsx'
import { UpdatePrompt } from '../pwa/UpdatePrompt.tsx'
import { useLaunches } from '../pwa/use-launches.ts'
import classes from './frame.module.css'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { ReadAnew } from './ReadAnew.tsx'
import { SideMenu } from './SideMenu.tsx'
import { StorageNote } from './StorageNote.tsx'
import { TopBar } from './TopBar.tsx'
import { UnfetchedNote } from './UnfetchedNote.tsx'
import { useEnteringProtectedArea } from './use-entering.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const PatientFrame = lazyPart(() => import('./patient/PatientFrame.tsx'), <FrameSkeleton />)

const ResumeKioskForm = lazyPart(() =>
  import('#src/parts/consent-kiosk/ResumeKioskForm.tsx').then((part) => ({
    default: part.ResumeKioskForm,
  })),
)

export interface FrameProps {
  session: SessionFields
  children: ReactNode
}

/** What stands around every protected screen: the frame of staff, or a patient's own. */
export default function Frame(props: FrameProps) {
  // Chosen here and not in the guard, whose code is part of the sign-in page.
  return isPatient(props.session) ? <PatientFrame {...props} /> : <StaffFrame {...props} />
}

/** Top bar, side menu and main region. */
function StaffFrame({ session, children }: FrameProps) {
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false
  const main = useFocusOnNavigation()
  const withMenu = isStaff(session)
  useEnteringProtectedArea()
  useLaunches()
  useHeardKeys(['lock'])
  // In text fields too: a person who is called away may be in the middle of a sentence.
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
      {/* On top: the buttons and pagers of lists and forms are at the bottom. */}
      <Notifications position="top-center" containerWidth={420} />
    </ModalsProvider>
  )
}
