import { Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { type SharedStudy, sharedStudyCalls } from '#contract/calls/sharing.ts'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { ageText, sexText } from '#src/parts/patient-words/person-words.ts'
import { useTimeInBoth } from '#src/parts/patient-words/use-time-in-both.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { FactList } from '#src/ui/FactList.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const FiledReportDialog = lazyPart(() =>
  import('#src/parts/filed-report/FiledReportDialog.tsx').then((part) => ({
    default: part.FiledReportDialog,
  })),
)

export interface SharedResultsProps {
  study: SharedStudy
  door: string
  /** Whether the link opens the report directly. */
  toReport: boolean
}

/** Returns a function that formats a timestamp in the branch's time zone, and also in the reader's if it differs. */
function useMoment({ time_zone }: SharedStudy) {
  const inBoth = useTimeInBoth()
  return (instant: string) => inBoth(new Date(instant), time_zone || READER_ZONE)
}

/** The examination behind a link, with buttons for its images and its report. */
export function SharedResults({ study, door, toReport }: SharedResultsProps) {
  const { shared: words } = usePatientWords()
  const moment = useMoment(study)
  const hasReport = study.has_report === 1
  const [isReportOpen, setReportOpen] = useState(toReport && hasReport)
  return (
    <Stack>
      <Facts study={study} />
      {/* On a narrow phone the buttons are stacked, so that their labels are never truncated. */}
      <Group grow preventGrowOverflow={false}>
        <Tooltip label={words.noViewer} disabled={study.viewer_url !== ''}>
          <Button
            component="a"
            href={study.viewer_url || undefined}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconPhoto size={18} aria-hidden />}
            data-disabled={study.viewer_url === '' || undefined}
            aria-disabled={study.viewer_url === ''}
            aria-description={study.viewer_url === '' ? words.noViewer : undefined}
          >
            {words.viewImage}
          </Button>
        </Tooltip>
        <Tooltip label={words.noReport} disabled={hasReport}>
          <Button
            leftSection={<IconFileText size={18} aria-hidden />}
            data-disabled={!hasReport || undefined}
            aria-disabled={!hasReport}
            aria-description={hasReport ? undefined : words.noReport}
            onClick={() => hasReport && setReportOpen(true)}
          >
            {words.viewReport}
          </Button>
        </Tooltip>
      </Group>
      {study.expires && (
        <Text size="sm" c="dimmed">
          {words.until(moment(study.expires))}
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
  const words = usePatientWords()
  const moment = useMoment(study)
  const { facts: names, comma } = words.shared
  const { colour } = REPORT_STATUS_TABLE[study.status]
  const facts = [
    [names.patient, study.pat_name],
    [names.id, study.pat_id],
    [
      names.sexAge,
      [sexText(study.pat_sex, words), ageText(study.pat_age, words)].filter(Boolean).join(comma),
    ],
    [names.study, [study.modality, study.study_desc].filter(Boolean).join(' · ')],
    [names.date, study.study_datetime ? moment(study.study_datetime) : ''],
    [names.branch, study.branch || study.centre],
    [
      names.status,
      <TintBadge key="status" colour={colour}>
        {words.reportStatus[study.status]}
      </TintBadge>,
    ],
  ] as const
  return <FactList facts={facts} width={160} />
}
