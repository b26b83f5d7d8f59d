import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type CheckedDay,
  type CheckedServer,
  type CheckGap,
  pacsCheckCalls,
} from '#contract/calls/pacs-check.ts'
import { SOURCE_FIELDS } from '#domain/study/dicom/source-change.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from '../settings.module.css'
import { COMPARE_WORDS as WORDS } from './compare-words.ts'

const StudyDrawer = lazyPart(async () => ({
  default: (await import('#src/parts/study-drawer/StudyDrawer.tsx')).StudyDrawer,
}))

/** The number of a day's studies shown initially. */
const SHOWN = 200

/** The studies of a day that differ, or differed, between the two sides; each opens. */
export function ComparedGaps({ server, day }: { server: CheckedServer; day: CheckedDay }) {
  const { online } = useLink()
  const [studyId, setStudyId] = useState<string>()
  const { answer, error, refresh } = useKeptCall(
    pacsCheckCalls.gaps,
    { pacs_id: server.id, day: day.day, aet: day.aet, ps: SHOWN },
    // The list names patients, so it is not kept on the device. The end of a comparison marks what is gone.
    {
      isWanted: true,
      news: [String(online), day.checked_on, server.state, server.ended_on].join(' '),
      keptAs: undefined,
    },
  )
  const list = answer?.result
  return (
    <section aria-label={WORDS.gaps(formatDay(day.day), day.aet === '' ? WORDS.nobody : day.aet)}>
      {error && !list && <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={refresh} />}
      {!list && !error && <SkeletonRows />}
      {list?.data.length === 0 && <Text size="sm">{WORDS.gapsNone}</Text>}
      <ul className={classes.gaps}>
        {list?.data.map((gap) => (
          <Gap key={`${gap.study_iuid} ${gap.kind}`} gap={gap} onOpen={setStudyId} />
        ))}
      </ul>
      {list && list.page.total_records > list.data.length && (
        <Text size="sm" c="dimmed">
          {WORDS.more(list.data.length, list.page.total_records)}
        </Text>
      )}
      {studyId !== undefined && (
        <StudyDrawer studyId={studyId} opened onClose={() => setStudyId(undefined)} />
      )}
    </section>
  )
}

function Gap({ gap, onOpen }: { gap: CheckGap; onOpen: (studyId: string) => void }) {
  const { study_id: studyId, pat_name, pat_id, accession_no, modality, study_desc, study_iuid } = gap
  const name = pat_name === '' ? WORDS.nameless : pat_name
  const more = [pat_id, modality, study_desc, accession_no].filter(Boolean).join(' · ')
  return (
    <li className={classes.gap}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" fw={600}>
            {studyId === null ? WORDS.unknown(study_iuid) : name}
          </Text>
          {more !== '' && (
            <Text size="xs" c="dimmed">
              {more}
            </Text>
          )}
          <Text size="sm">{outcomeOf(gap)}</Text>
          {changesOf(gap).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </div>
        {studyId !== null && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ flex: 'none' }}
            aria-label={WORDS.openOf(name)}
            onClick={() => onOpen(studyId)}
          >
            {WORDS.open}
          </Button>
        )}
      </Group>
    </li>
  )
}

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

function outcomeOf({ kind, fetched_on, missing_since }: CheckGap): string {
  if (kind === 'missing_here' && fetched_on !== null) return WORDS.fetched(timeOf(fetched_on))
  if (kind !== 'missing_there') return WORDS.kinds[kind]
  return `${WORDS.kinds.missing_there}, ${missing_since === null ? WORDS.notMarked : WORDS.since(timeOf(missing_since))}`
}

function changesOf({ changed }: CheckGap): string[] {
  if (!changed) return []
  const fields = SOURCE_FIELDS.flatMap((field) => {
    const is = changed.fields?.[field]
    if (is === undefined) return []
    const shown = field === 'pat_birthdate' && is !== '' ? formatDay(is) : is
    return [WORDS.there(WORDS.parts[field], shown === '' ? WORDS.empty : shown)]
  })
  const counts = (['images', 'series'] as const).flatMap((part) => {
    const moved = changed[part]
    return moved ? [WORDS.moved(WORDS.parts[part], String(moved.was), String(moved.is))] : []
  })
  const day = changed.day
    ? [WORDS.moved(WORDS.parts.day, formatDay(changed.day.was), formatDay(changed.day.is))]
    : []
  return [...fields, ...day, ...counts]
}
