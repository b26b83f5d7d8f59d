import { Button, Stack, Table, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { PRINTED_PAPER_PATH, type PrintedPaper, printedPaperCalls } from '#contract/calls/printed-papers.ts'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import stacked from '#src/ui/stacked-table.module.css'
import { PRINTED_WORDS as WORDS } from './words.ts'

const PAGE_SIZES = [20, 50, 100] as const

export interface PrintedPapersProps {
  kind: PrintedKind
  onClose: () => void
}

/** The papers of a kind that the reader may see, newest first; each is downloaded as it was printed. */
export function PrintedPapers({ kind, onClose }: PrintedPapersProps) {
  const { online } = useLink()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0])
  const { answer, error, refresh } = useSalesCall(
    printedPaperCalls.list,
    { kind, p: page, ps: pageSize },
    online,
  )
  const papers = answer?.result.data
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="64rem" fullScreen={isPhone}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {WORDS.note}
        </Text>
        {!online && <Text role="status">{WORDS.offline}</Text>}
        {error && <ErrorNote message={WORDS.failed} onRetry={refresh} />}
        {!papers && online && !error && <SkeletonRows rows={4} />}
        {papers?.length === 0 && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
        {papers && papers.length > 0 && <Papers kind={kind} papers={papers} />}
        {answer && (
          <Pager
            page={answer.result.page}
            pageSize={pageSize}
            pageSizes={PAGE_SIZES}
            onPage={setPage}
            onPageSize={(size) => {
              setPageSize(size)
              setPage(1)
            }}
          />
        )}
      </Stack>
    </Dialog>
  )
}

const { columns: COLUMNS } = WORDS

function Papers({ kind, papers }: { kind: PrintedKind; papers: readonly PrintedPaper[] }) {
  return (
    <div className={stacked.wrap}>
      <Table className={stacked.table} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{COLUMNS.paper}</Table.Th>
            <Table.Th>{COLUMNS.figures}</Table.Th>
            <Table.Th>{COLUMNS.asAt}</Table.Th>
            <Table.Th ta="end">{COLUMNS.rows}</Table.Th>
            <Table.Th>{COLUMNS.printed}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {papers.map((paper) => (
            <PaperRow key={paper.id} kind={kind} paper={paper} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

function PaperRow({ kind, paper }: { kind: PrintedKind; paper: PrintedPaper }) {
  const { id, name, branch, from_date, to_date, as_at, rows, hash, printed_on } = paper
  const parts = useAct()
  const [, act] = parts
  const printAgain = () =>
    act.run(async () => {
      const answer = await askFile('php', PRINTED_PAPER_PATH, { kind, id }, new AbortController().signal)
      downloadBlob(await answer.blob(), name)
    })
  return (
    <Table.Tr>
      <Table.Td data-label={COLUMNS.paper}>{name}</Table.Td>
      <Table.Td data-label={COLUMNS.figures}>
        <div>
          {branch ?? WORDS.allBranches}
          <Text size="xs" c="dimmed" className="tabular">
            {WORDS.range(formatDay(from_date), formatDay(to_date))}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label={COLUMNS.asAt} className="tabular">
        <div>
          {timeOf(as_at.at)}
          <Text size="xs" c="dimmed">
            {WORDS.position(String(as_at.pos))}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label={COLUMNS.rows} ta="end" className="tabular">
        <div>
          {WORDS.rows(rows)}
          <Tooltip label={WORDS.hash(hash)} multiline maw={360}>
            <Text size="xs" c="dimmed" ff="monospace" aria-label={WORDS.hash(hash)}>
              {WORDS.short(hash)}
            </Text>
          </Tooltip>
        </div>
      </Table.Td>
      <Table.Td data-label={COLUMNS.printed} className="tabular">
        <div>
          {timeOf(printed_on)}
          <Text size="xs" c="dimmed">
            {WORDS.by(paper.is_own === 1 ? WORDS.ownName : paper.printed_by)}
          </Text>
        </div>
      </Table.Td>
      <Table.Td>
        <ActBox parts={parts}>
          <Button
            variant="default"
            size="xs"
            loading={act.isBusy}
            aria-label={WORDS.againOf(name, timeOf(printed_on))}
            onClick={() => void printAgain()}
          >
            {WORDS.again}
          </Button>
        </ActBox>
      </Table.Td>
    </Table.Tr>
  )
}
