import { Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { type SharedStudy, sharedStudyCalls } from '#contract/calls/sharing.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { READER_ZONE } from '#src/sync/session/place-zone.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { StatusBadge } from '#src/ui/StatusBadge.tsx'
import { timeInBoth } from '#src/ui/time-in-both.ts'
import classes from './shared-study.module.css'
import { SHARED_WORDS as WORDS } from './words.ts'

const FiledReportDialog = lazyPart(() =>
  import('#src/parts/filed-report/FiledReportDialog.tsx').then((part) => ({
    default: part.FiledReportDialog,
  })),
)

export interface SharedResultsProps {
  study: SharedStudy
  door: string
  /** Whether the link leads to the report at once. */
  toReport: boolean
}

const moment = (instant: string, { time_zone }: SharedStudy) =>
  timeInBoth(new Date(instant), time_zone || READER_ZONE)

/** The examination behind a link, with the ways to its images and its report. */
export function SharedResults({ study, door, toReport }: SharedResultsProps) {
  const hasReport = study.has_report === 1
  const [isReportOpen, setReportOpen] = useState(toReport && hasReport)
  return (
    <Stack>
      <Facts study={study} />
      {/* On a narrow phone one stands below the other: their words are never cut. */}
      <Group grow preventGrowOverflow={false}>
        <Tooltip label={WORDS.noViewer} disabled={study.viewer_url !== ''}>
          <Button
            component="a"
            href={study.viewer_url || undefined}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconPhoto size={18} aria-hidden />}
            data-disabled={study.viewer_url === '' || undefined}
            aria-disabled={study.viewer_url === ''}
            aria-description={study.viewer_url === '' ? WORDS.noViewer : undefined}
          >
            {WORDS.viewImage}
          </Button>
        </Tooltip>
        <Tooltip label={WORDS.noReport} disabled={hasReport}>
          <Button
            leftSection={<IconFileText size={18} aria-hidden />}
            data-disabled={!hasReport || undefined}
            aria-disabled={!hasReport}
            aria-description={hasReport ? undefined : WORDS.noReport}
            onClick={() => hasReport && setReportOpen(true)}
          >
            {WORDS.viewReport}
          </Button>
        </Tooltip>
      </Group>
      {study.expires && (
        <Text size="sm" c="dimmed">
          {WORDS.until(moment(study.expires, study))}
        </Text>
      )}
      {isReportOpen && (
        <FiledReportDialog
          opened
          onClose={() => setReportOpen(false)}
          load={async () => (await callBare(sharedStudyCalls.report, { door })).result}
        />
      )}
    </Stack>
  )
}

function Facts({ study }: { study: SharedStudy }) {
  const facts = [
    [WORDS.facts.patient, study.pat_name],
    [WORDS.facts.id, study.pat_id],
    [WORDS.facts.sexAge, [study.pat_sex, study.pat_age].filter(Boolean).join(', ')],
    [WORDS.facts.study, [study.modality, study.study_desc].filter(Boolean).join(' · ')],
    [WORDS.facts.date, study.study_datetime ? moment(study.study_datetime, study) : ''],
    [WORDS.facts.branch, study.branch || study.centre],
    [WORDS.facts.status, <StatusBadge key="status" status={study.status} />],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
