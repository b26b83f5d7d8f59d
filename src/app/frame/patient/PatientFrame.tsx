import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { useDocumentTitle } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { useLocation } from 'react-router-dom'
import { OwnPages } from '#src/parts/patient-words/OwnPages.tsx'
import type { OwnWords } from '#src/parts/patient-words/own/en.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { PatientLanguageSelect } from '#src/parts/patient-words/PatientPage.tsx'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { UpdatePrompt } from '../../pwa/UpdatePrompt.tsx'
import { useLaunches } from '../../pwa/use-launches.ts'
import type { FrameProps } from '../Frame.tsx'
import classes from '../frame.module.css'
import { useEnteringProtectedArea } from '../use-entering.ts'
import { useFocusOnNavigation } from '../use-focus-on-navigation.ts'
import { PatientTop } from './PatientTop.tsx'

/** The frame around a signed-in patient's pages, in the patient's language (docs/languages.md). */
export default function PatientFrame(props: FrameProps) {
  return (
    <OwnPages language={props.session.language}>
      <Inside {...props} />
    </OwnPages>
  )
}

function Inside({ session, children }: FrameProps) {
  const { frame } = useOwnWords()
  const main = useFocusOnNavigation()
  useEnteringProtectedArea()
  useLaunches()
  usePatientTitle()
  return (
    <>
      <div className={classes.frame}>
        <a className={classes.skip} href="#main">
          {frame.skip}
        </a>
        <PatientTop session={session} />
        <main id="main" ref={main} className={classes.main} tabIndex={-1}>
          <div className={classes.language}>
            <PatientLanguageSelect />
          </div>
          {children}
        </main>
      </div>
      <UpdatePrompt words={frame.update} />
      <Notifications position="top-center" containerWidth={420} />
    </>
  )
}

const TITLES: Readonly<Record<string, ((words: OwnWords) => string) | undefined>> = {
  '/dashboard': ({ home }) => home.title,
  '/patient/request-appointment': ({ request }) => request.title,
  '/patient/bookings': ({ bookings }) => bookings.title,
}

/** The page's title in the patient's language; it is set after the screen has set its English one. */
function usePatientTitle(): void {
  const words = useOwnWords()
  const { product } = usePatientWords()
  const { pathname } = useLocation()
  const title = TITLES[pathname]?.(words)
  useDocumentTitle(title === undefined ? product : `${title} · ${product}`)
}
