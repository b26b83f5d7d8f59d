import { Text } from '@mantine/core'
import type { ReportRow } from '#contract/calls/reports.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

const PARTS = ['report_data', 'conclusion', 'recommendation'] as const

/** The text of a report, read-only: its non-empty parts. */
export function ReadReport({ report }: { report: Pick<ReportRow, (typeof PARTS)[number]> }) {
  const written = PARTS.filter((part) => !isEmptyMarkup(report[part]))
  if (written.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {WORDS.noText}
      </Text>
    )
  return written.map((part) => (
    <section key={part} aria-label={WORDS.parts[part]}>
      <Text fw={600} c="dimmed" size="xs">
        {WORDS.parts[part]}
      </Text>
      <ReportText html={report[part]} loadImage={imageUrlOf} />
    </section>
  ))
}
