import '@mantine/core/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useParams } from 'react-router-dom'
import { isZone } from '#domain/time/zones.ts'
import { PatientLanguageSelect, PatientPage } from '#src/parts/patient-words/PatientPage.tsx'
import { useKnownLanguage, usePatientDates, usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import type { QueueList, QueueState } from '#src/sync/que-display/queue-line.ts'
import { useQueueDisplay } from '#src/sync/que-display/use-queue-display.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { Banner } from './Banner.tsx'
import { DayAndTime } from './DayAndTime.tsx'
import { MachineCarousel } from './MachineCarousel.tsx'
import { NextPatients } from './NextPatients.tsx'
import classes from './que-display.module.css'
import { useAwake } from './use-awake.ts'

/** The full-screen queue display of a waiting room (docs/visits.md#queue-display); nobody is signed in. */
export default function QueDisplay() {
  return (
    <PatientPage>
      <Hall />
    </PatientPage>
  )
}

function Hall() {
  const { uid = '' } = useParams()
  const { queue: words } = usePatientWords()
  const state = useQueueDisplay(uid)
  useKnownLanguage(state.list?.language)
  useDocumentTitle(state.list?.screen ?? words.title)
  useAwake()
  const choice = <PatientLanguageSelect />
  if (state.isUnknown)
    return <EmptyState isPage title={words.unknown} hint={words.unknownHint} action={choice} />
  if (!state.list)
    return (
      <EmptyState
        isPage
        title={state.downSince === undefined ? words.loading : words.waiting}
        action={choice}
      />
    )
  return <Display uid={uid} list={state.list} state={state} />
}

function Display({ uid, list, state }: { uid: string; list: QueueList; state: QueueState }) {
  const { skewMs, downSince } = state
  const { queue: words } = usePatientWords()
  // A time zone unknown to this browser must not blank the screen.
  const zone = isZone(list.time_zone) ? list.time_zone : branchZone()
  return (
    <div className={classes.display}>
      <section className={classes.banner}>
        <Banner uid={uid} name={list.branch} />
      </section>
      <section className={classes.now} aria-label={words.machines}>
        <header className={classes.head}>
          <h1 className={classes.name}>{list.branch}</h1>
          <DayAndTime zone={zone} skewMs={skewMs} />
        </header>
        <div className={classes.language}>
          <PatientLanguageSelect />
        </div>
        <MachineCarousel machines={list.machines} items={list.items} skewMs={skewMs} />
      </section>
      <NextPatients items={list.items} />
      {downSince !== undefined && <LineDown since={downSince} zone={zone} />}
    </div>
  )
}

function LineDown({ since, zone }: { since: number; zone: string }) {
  const { queue: words } = usePatientWords()
  const { moment } = usePatientDates()
  const now = useTickingTime(true)
  return (
    <p className={classes.down} role="status">
      <IconPlugConnectedX size="1.2em" aria-hidden />
      <span>{words.down(moment(new Date(since), new Date(now), zone))}</span>
    </p>
  )
}
