import { Text } from '@mantine/core'
import type { AsAt } from '#contract/calls/sales-records.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { SALES_LIST_WORDS as WORDS } from './words.ts'

export interface AsAtLineProps {
  asAt: AsAt
  scope: { self_created: 0 | 1; invoices: keyof typeof WORDS.invoicesOnly }
}

/** The time of the figures, and what the reader's role excludes. */
export function AsAtLine({ asAt, scope }: AsAtLineProps) {
  const parts = [
    WORDS.asAt(formatDateTime(new Date(asAt.at), branchZone()), String(asAt.pos)),
    scope.self_created === 1 ? WORDS.selfCreated : '',
    WORDS.invoicesOnly[scope.invoices],
  ]
  return (
    <Text size="xs" c="dimmed" className="tabular">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}
