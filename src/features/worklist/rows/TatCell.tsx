import type { CSSProperties } from 'react'
import { isSigned } from '#domain/status/report-status.ts'
import { signedOn } from '#domain/study/signed-on.ts'
import { tatAt, tatInWords } from '#domain/time/tat.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from '../worklist.module.css'

export interface TatCellProps {
  row: Pick<StudyListRow, 'received_datetime' | 'signed_on' | 'status' | 'tat'>
}

/**
 * The time left or overdue as text and a bar; updates every second until the study is signed
 * (docs/studies.md#study-lists).
 */
export function TatCell({ row }: TatCellProps) {
  const isRunning = !isSigned(row.status)
  const signed = signedOn(row)
  const now = useTickingTime(isRunning)
  const tat = tatAt(
    {
      receivedAt: new Date(row.received_datetime),
      signedAt: signed === null ? null : new Date(signed),
      allowedMinutes: row.tat,
    },
    new Date(now),
  )
  return (
    <div className={classes.tat} data-over={tat.isOver || undefined} data-running={isRunning || undefined}>
      <span className={classes.tatWords}>{tatInWords(tat)}</span>
      <span
        className={classes.tatBar}
        aria-hidden
        style={{ '--share': `${tat.share * 100}%` } as CSSProperties}
      />
    </div>
  )
}
