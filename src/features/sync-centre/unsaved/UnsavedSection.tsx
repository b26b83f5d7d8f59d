import { Button, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatMoment } from '#domain/time/formats.ts'
import { VisitPanel } from '#src/parts/visit-panel/VisitPanel.tsx'
import type { UnsavedText } from '#src/sync/drafts/use-unsaved-texts.ts'
import { READER_ZONE } from '#src/sync/session/place-zone.ts'
import { useTickingTime } from '#src/ui/ticking-clock.ts'
import { CLINICAL_TABS } from '../edit/clinical-tabs.ts'
import classes from '../sync-centre.module.css'
import { UNSAVED_WORDS as WORDS } from './words.ts'

type UnsavedPlace = UnsavedText['place']

/** The texts that were typed on this device and that no change carries yet, each with the way to it. */
export function UnsavedSection({ texts }: { texts: readonly UnsavedText[] }) {
  const title = useId()
  const [opened, setOpened] = useState<Extract<UnsavedPlace, { visitId: string }>>()
  const now = useTickingTime(true)
  if (texts.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={title}>
      <Title order={2} id={title}>
        {WORDS.title} <span className={classes.count}>{texts.length}</span>
      </Title>
      <Text c="dimmed" size="sm" mb={6}>
        {WORDS.hint}
      </Text>
      <ul className={classes.items} aria-labelledby={title}>
        {texts.map(({ id, label, at, needsPerson, place }) => (
          <li key={id} className={classes.held}>
            <div className={classes.heldText}>
              <Text fw={600}>{label}</Text>
              <Text size="sm" c="dimmed">
                {WORDS.typed(formatMoment(at, new Date(now), READER_ZONE))}{' '}
                {needsPerson ? WORDS.byPerson : WORDS.byItself}
              </Text>
            </div>
            <Way place={place} label={label} onVisit={setOpened} />
          </li>
        ))}
      </ul>
      {opened && (
        <VisitPanel
          visitId={opened.visitId}
          tab={CLINICAL_TABS[opened.kind]}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

interface WayProps {
  place: UnsavedPlace
  label: string
  onVisit: (place: Extract<UnsavedPlace, { visitId: string }>) => void
}

function Way({ place, label, onVisit }: WayProps) {
  if ('visitId' in place)
    return (
      <Button size="xs" variant="default" aria-description={label} onClick={() => onVisit(place)}>
        {WORDS.openVisit}
      </Button>
    )
  return (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={`/report/${place.studyId}`}
      aria-description={label}
    >
      {WORDS.openReport}
    </Button>
  )
}
