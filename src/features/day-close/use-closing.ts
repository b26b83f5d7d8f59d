import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { type DayClose, paymentCalls } from '#contract/calls/payments.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { findMinor, fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

/** Identifies the drawer to count. */
export interface Counted {
  branchId: string
  day: string
  userId: string | undefined
  /** The recorded cash; undefined until somebody has counted. */
  recordedCash: number | undefined
  /** The last count that is not part of a close yet. */
  wasCounted: number | undefined
}

interface Problems {
  counted?: string
  note?: string
  form?: string
}

interface Ends {
  onCounted: () => void
  onClosed: (close: DayClose) => void
  onStale: () => void
}

export type Closing = ReturnType<typeof useClosing>

/** Holds the form state: first the count, for which the server returns the recorded amount, then the close. */
export function useClosing({ onCounted, onClosed, onStale, ...drawer }: Counted & Ends) {
  const { decimals } = useMoneyFormat()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [isAgain, setAgain] = useState(false)
  // Keeps one id for each action until it succeeds: a retry after a lost response counts or closes only once.
  const [ids, setIds] = useState(newIds)
  const { recordedCash, wasCounted } = drawer
  const isCounted = recordedCash !== undefined && wasCounted !== undefined && !isAgain
  const counted = wasCounted === undefined ? undefined : toMinor(wasCounted, decimals)
  const difference =
    counted === undefined || recordedCash === undefined
      ? undefined
      : counted - toMinor(recordedCash, decimals)
  const place = {
    branch_id: drawer.branchId,
    day: drawer.day,
    ...(drawer.userId !== undefined && { user_id: drawer.userId }),
  }

  const count = async () => {
    const minor = readCount(typed, decimals)
    if (typeof minor === 'string') return setProblems({ counted: minor })
    await callApi(paymentCalls.countDay, {
      id: ids.count,
      ...place,
      counted_cash: fromMinor(minor, decimals),
    })
    setIds((now) => ({ ...now, count: mintId() }))
    setTyped('')
    setAgain(false)
    onCounted()
  }
  const close = async () => {
    if (wasCounted === undefined || recordedCash === undefined) return
    if (difference !== 0 && note.trim() === '') return setProblems({ note: WORDS.noteNeeded })
    const { result } = await callApi(paymentCalls.closeDay, {
      id: ids.close,
      ...place,
      counted_cash: wasCounted,
      recorded_cash: recordedCash,
      ...(note.trim() && { note: note.trim() }),
    })
    setNote('')
    setIds(newIds())
    onClosed(result.close)
  }
  const submit = async () => {
    if (isBusy) return
    setProblems({})
    setBusy(true)
    try {
      await (isCounted ? close() : count())
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'conflict'
      if (isStale) onStale()
      setProblems({ form: isStale ? WORDS.changed : error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  const countAgain = () => {
    setProblems({})
    setAgain(true)
  }
  return {
    typed,
    note,
    counted,
    difference,
    isCounted,
    problems,
    isBusy,
    setTyped,
    setNote,
    countAgain,
    submit,
  }
}

const newIds = () => ({ count: mintId(), close: mintId() })

/** Returns the counted amount in minor units, or the error message. */
function readCount(typed: string, decimals: number): number | string {
  if (typed.trim() === '') return WORDS.countNeeded
  const minor = findMinor(typed, decimals)
  return minor === undefined || minor < 0 || hasMoreDecimals(typed, decimals) ? WORDS.notNumber : minor
}
