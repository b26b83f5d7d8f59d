import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarSearch, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import classes from './link-study.module.css'
import { useVisitLink, type VisitLink } from './use-visit-link.ts'
import { VisitItem } from './VisitItem.tsx'
import { LINK_WORDS as WORDS } from './words.ts'

export interface LinkStudyDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Links an unmatched study to its visit, with the reasons for each suggestion. */
export function LinkStudyDialog({ study, opened, onClose }: LinkStudyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="min(820px, 96vw)">
      {opened && <LinkStudy study={study} onClose={onClose} />}
    </Dialog>
  )
}

/** A search runs when typing pauses. */
const PAUSE_MS = 300

function LinkStudy({ study, onClose }: Omit<LinkStudyDialogProps, 'opened'>) {
  const { online } = useLink()
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const link = useVisitLink(study, words, online, onClose)
  return (
    <Stack>
      <StudyFacts study={study} />
      {!online && <Text c="orange">{WORDS.offline}</Text>}
      {link.error && online && <ErrorNote message={link.error.message} onRetry={link.refresh} />}
      {link.answer?.linked ? (
        <section aria-label={WORDS.linked}>
          <h3 className={classes.heading}>{WORDS.linked}</h3>
          <VisitItem
            visit={link.answer.linked}
            act={{
              label: WORDS.unlink,
              reason: online ? undefined : WORDS.offline,
              run: link.unlink,
            }}
          />
        </section>
      ) : (
        <>
          <TextInput
            label={WORDS.search}
            placeholder={WORDS.searchHint}
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={100}
            value={typed}
            disabled={!online}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {link.answer ? (
            <Suggestions link={link} isSearched={words !== ''} isOnline={online} />
          ) : (
            online && !link.error && <Skeleton h={96} />
          )}
        </>
      )}
    </Stack>
  )
}

function StudyFacts({ study }: { study: StudyRow }) {
  const born = study.pat_birthdate ? WORDS.born(formatDay(study.pat_birthdate)) : ''
  const at = study.study_datetime
    ? formatDateTime(new Date(study.study_datetime), branchZone(study.branch_id))
    : ''
  return (
    <section aria-label={WORDS.study} className={classes.facts}>
      <Text fw={600}>{WORDS.patient(study.pat_name || WORDS.nameless, study.pat_id, born)}</Text>
      <Text size="sm">
        {[study.modality, study.study_desc, at, study.branch].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {study.accession_no ? WORDS.accession(study.accession_no) : WORDS.noAccession}
      </Text>
    </section>
  )
}

interface SuggestionsProps {
  link: VisitLink
  isSearched: boolean
  isOnline: boolean
}

function Suggestions({ link, isSearched, isOnline }: SuggestionsProps) {
  const visits = link.answer?.suggestions ?? []
  if (visits.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarSearch size={32} stroke={1.4} aria-hidden />}
        title={isSearched ? WORDS.notFound : WORDS.none}
        hint={isSearched ? undefined : WORDS.noneHint}
      />
    )
  const heading = isSearched ? WORDS.found : WORDS.suggestions
  return (
    <section aria-label={heading}>
      <h3 className={classes.heading}>{heading}</h3>
      <ul className={classes.list}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <VisitItem
              visit={visit}
              act={{
                label: WORDS.link,
                reason: visit.is_taken ? WORDS.taken : isOnline ? undefined : WORDS.offline,
                run: () => link.link(visit),
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
