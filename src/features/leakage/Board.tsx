import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { LEAKAGE_PDF_PATH, type LeakCount, leakageCalls } from '#contract/calls/leakage.ts'
import { hasAmount } from '#domain/leakage/lines.ts'
import { type ComparedRange, changeWords, comparedRange } from '#domain/time/compared-range.ts'
import { type Span, spanInput } from '#src/parts/figures/read-span.ts'
import { PdfButton } from '#src/parts/pdf-download/PdfButton.tsx'
import { PrintedPapersButton } from '#src/parts/printed-papers/PrintedPapersButton.tsx'
import { AsAtLine } from '#src/parts/sales/AsAtLine.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { LeakCard } from './LeakCard.tsx'
import { lineLink } from './leak-params.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

const { board } = leakageCalls

export interface BoardProps {
  span: Span
  isOnline: boolean
  /** A counter; increases when the reader requests new figures. */
  round: number
}

/** All lines with their open entries, the amount at stake, and the change against the previous days. */
export function Board({ span, isOnline, round }: BoardProps) {
  const { branchId, from, to } = span
  const compared = useMemo(() => comparedRange(from, to), [from, to])
  const now = useBoard(span, isOnline, round)
  const before = useBoard({ branchId, from: compared.from, to: compared.to }, isOnline, round)
  const money = useMoney()
  const { answer, error, refresh } = now
  if (!answer) {
    if (!isOnline) return <Text c="dimmed">{WORDS.offlineNone}</Text>
    if (error) return <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
    return <SkeletonRows rows={9} />
  }
  return (
    <>
      {error && isOnline && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      <div className={classes.bar}>
        <PdfButton
          label={WORDS.paper}
          fileName={WORDS.paperName(from, to)}
          base="php"
          path={LEAKAGE_PDF_PATH}
          input={() => spanInput(span)}
        />
        <PrintedPapersButton kind="leakage" />
      </div>
      <ul className={classes.cards}>
        {answer.result.map((count) => (
          <li key={count.line}>
            <LeakCard
              line={count.line}
              count={count}
              amount={hasAmount(count.line) && count.open > 0 ? money(count.amount ?? 0) : undefined}
              change={changeOf(count, before.answer?.result, compared)}
              to={isOnline ? lineLink(span, count.line, count.open === 0 ? 'All' : undefined) : undefined}
            />
          </li>
        ))}
      </ul>
      <AsAtLine asAt={answer.as_at} scope={answer.scope} />
    </>
  )
}

const foundOf = ({ open, explained }: LeakCount) => open + explained

function changeOf(
  count: LeakCount,
  before: readonly LeakCount[] | undefined,
  compared: ComparedRange,
): string | undefined {
  const earlier = before?.find(({ line }) => line === count.line)
  return earlier && changeWords(foundOf(count), foundOf(earlier), compared)
}

function useBoard(span: Span, isOnline: boolean, round: number) {
  return useKeptCall(board, spanInput(span), {
    isWanted: isOnline,
    news: String(round),
    // The key includes `trend`, because copies kept before trends existed use the key without it.
    keptAs: [board.key, 'trend', span.branchId ?? 'all', span.from, span.to].join(' '),
  })
}
