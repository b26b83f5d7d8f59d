import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { type DayClose, paymentCalls } from '#contract/calls/payments.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { findMinor, fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

/** Which drawer is counted. */
export interface Counted {
  branchId: string
  day: string
  userId: string | undefined
  /** What the page shows as recorded. */
  recordedCash: number
}

interface Problems {
  counted?: string
  note?: string
  form?: string
}

interface Ends {
  onClosed: (close: DayClose) => void
  onStale: () => void
}

/** Holds what was counted while it is typed, and closes the day with it. */
export function useClosing({ onClosed, onStale, ...drawer }: Counted & Ends) {
  const { decimals } = useMoneyFormat()
  const [counted, setCounted] = useState('')
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  // One id until it is closed: trying again after a lost answer closes once.
  const [id, setId] = useState(() => mintId())
  const minor = counted.trim() === '' ? undefined : findMinor(counted, decimals)
  const difference = minor === undefined ? undefined : minor - toMinor(drawer.recordedCash, decimals)

  const submit = async () => {
    const wrong = problemsOf(counted, note, { decimals, difference })
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || minor === undefined || isBusy) return
    setBusy(true)
    try {
      const { result } = await callApi(paymentCalls.closeDay, {
        id,
        branch_id: drawer.branchId,
        day: drawer.day,
        ...(drawer.userId !== undefined && { user_id: drawer.userId }),
        counted_cash: fromMinor(minor, decimals),
        recorded_cash: drawer.recordedCash,
        ...(note.trim() && { note: note.trim() }),
      })
      setCounted('')
      setNote('')
      setId(mintId())
      onClosed(result.close)
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'conflict'
      if (isStale) onStale()
      setProblems({ form: isStale ? WORDS.changed : error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { counted, note, difference, problems, isBusy, setCounted, setNote, submit }
}

function problemsOf(
  counted: string,
  note: string,
  { decimals, difference }: { decimals: number; difference: number | undefined },
): Problems {
  if (counted.trim() === '') return { counted: WORDS.countNeeded }
  const minor = findMinor(counted, decimals)
  if (minor === undefined || minor < 0 || hasMoreDecimals(counted, decimals))
    return { counted: WORDS.notNumber }
  return difference !== 0 && note.trim() === '' ? { note: WORDS.noteNeeded } : {}
}
