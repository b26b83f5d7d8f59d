import { Stack, Text, Title } from '@mantine/core'
import type { PeerReport } from '#contract/calls/peer-learning.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { PEER_WORDS as WORDS } from './words.ts'

const PARTS = ['report_data', 'conclusion', 'recommendation'] as const

/** The signed reports of the study, without names. */
export function BlindedText({ reports }: { reports: readonly PeerReport[] }) {
  return (
    <section aria-label={WORDS.reports}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {WORDS.reports}
        </Title>
        {reports.map((report) => (
          <OneReport key={report.report_no} report={report} isNumbered={reports.length > 1} />
        ))}
        {reports.length === 0 && <Text c="dimmed">{WORDS.noText}</Text>}
        <Text c="dimmed" size="xs">
          {WORDS.namesHidden}
        </Text>
      </Stack>
    </section>
  )
}

function OneReport({ report, isNumbered }: { report: PeerReport; isNumbered: boolean }) {
  const texts = [
    ...PARTS.map((part) => [WORDS.parts[part], report[part]] as const),
    ...report.addenda.map((content) => [WORDS.addendum, content] as const),
  ].filter(([, html]) => !isEmptyMarkup(html))
  return (
    <Stack gap="xs">
      {isNumbered && (
        <Title order={3} size="h5">
          {WORDS.report(report.report_no)}
        </Title>
      )}
      {texts.map(([label, html]) => (
        <div key={`${label} ${html}`}>
          <Text fw={600} c="dimmed" size="xs">
            {label}
          </Text>
          <ReportText html={html} loadImage={imageUrlOf} />
        </div>
      ))}
    </Stack>
  )
}
