import { Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { formatMoment } from '#domain/time/formats.ts'
import { VisitPanel } from '#src/parts/visit-panel/VisitPanel.tsx'
import type { UnsavedText } from '#src/sync/drafts/use-unsaved-texts.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { CLINICAL_TABS } from '../edit/clinical-tabs.ts'
import classes from '../sync-centre.module.css'
import { TextActions, type VisitOfText } from './TextActions.tsx'
import { UNSAVED_WORDS as WORDS } from './words.ts'

/** The texts typed on this device that no change contains yet, each with a link. */
export function UnsavedSection({ texts }: { texts: readonly UnsavedText[] }) {
  const title = useId()
  const [opened, setOpened] = useState<VisitOfText>()
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
        {texts.map((text) => (
          <li key={text.id} className={classes.held}>
            <div className={classes.heldText}>
              <Text fw={600}>{text.label}</Text>
              <Text size="sm" c="dimmed">
                {WORDS.typed(formatMoment(text.at, new Date(now), READER_ZONE))} {wayOn(text)}
              </Text>
            </div>
            <TextActions text={text} onVisit={setOpened} />
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

function wayOn({ needsPerson, words }: UnsavedText): string {
  if (words === undefined) return WORDS.unreadable
  return needsPerson ? WORDS.byPerson : WORDS.byItself
}
