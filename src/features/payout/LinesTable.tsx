import { Group, Title } from '@mantine/core'
import { useState } from 'react'
import { PAYOUT_PDF_PATH, type PayoutLine, payoutCalls } from '#contract/calls/payout.ts'
import { payoutFileName } from '#domain/money/payout.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { PdfButton } from '#src/parts/pdf-download/PdfButton.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PAYOUT_WORDS } from './words.ts'

const WORDS = PAYOUT_WORDS.lines
const PAGE_SIZES = [100, 500, 1000] as const

const COLUMNS: readonly SalesColumn<PayoutLine>[] = [
  {
    id: 'signed',
    header: WORDS.signed,
    cell: ({ signed_on }) => formatDateTime(new Date(signed_on), branchZone()),
  },
  { id: 'accession', header: WORDS.accession, cell: ({ accession_no }) => accession_no },
  { id: 'modality', header: WORDS.modality, cell: ({ modality }) => modality },
  { id: 'service', header: WORDS.service, cell: ({ service }) => service || WORDS.noService, isWords: true },
  { id: 'branch', header: WORDS.branch, cell: ({ branch }) => branch, isWords: true },
  {
    id: 'state',
    header: WORDS.state,
    cell: ({ is_verified }) => (is_verified === 1 ? WORDS.isVerified : WORDS.isSigned),
  },
  { id: 'points', header: PAYOUT_WORDS.points, cell: ({ points }) => points, isNumber: true },
]

export interface LinesTableProps {
  doctorId: string
  name: string
  month: string
  /** Whether the month is open, so that the paper is a draft. */
  isDraft: boolean
  isOnline: boolean
  /** A counter; increases when the lines must be reloaded. */
  round: number
}

/** The studies behind a reader's month, ordered by signature time. */
export function LinesTable({ doctorId, name, month, isDraft, isOnline, round }: LinesTableProps) {
  const [ps, setPs] = useState<number>(PAGE_SIZES[0])
  const [p, setP] = useState(1)
  const input = { month, doctor_id: doctorId, p, ps }
  const { answer, error, refresh } = useSalesCall(payoutCalls.lines, input, isOnline, round)
  if (error && isOnline)
    return <ErrorNote title={PAYOUT_WORDS.unread} message={error.message} onRetry={refresh} />
  if (!answer) return isOnline ? <SkeletonRows rows={5} /> : null
  const { data, page } = answer.result
  const title = PAYOUT_WORDS.linesOf(name)
  return (
    <section>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <PdfButton
          label={isDraft ? PAYOUT_WORDS.draftPaper : PAYOUT_WORDS.paper}
          fileName={payoutFileName(month, name, isDraft)}
          base="php"
          path={PAYOUT_PDF_PATH}
          input={() => ({ month, doctor_id: doctorId })}
        />
      </Group>
      <SalesTable label={title} columns={COLUMNS} rows={data} rowId={({ study_id }) => study_id} />
      <Pager
        page={page}
        pageSize={ps}
        pageSizes={PAGE_SIZES}
        onPage={setP}
        onPageSize={(size) => {
          setPs(size)
          setP(1)
        }}
      />
    </section>
  )
}
