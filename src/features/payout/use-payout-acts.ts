import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { payoutCalls, type ReaderPayout } from '#contract/calls/payout.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { PAYOUT_WORDS as WORDS } from './words.ts'

/** Closes a reader's month after a confirmation; `busy` is the reader whose month is in progress. */
export function usePayoutActs(month: string, refresh: () => void) {
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const close = async (payout: ReaderPayout, amount: string) => {
    const { doctor_id, name } = payout
    const seen = { sha256: payout.sha256, amount: payout.amount }
    const isSure = await confirmAction({
      title: WORDS.closeTitle(formatMonthText(month)),
      message: WORDS.closeText(name, amount),
      confirmLabel: WORDS.close,
    })
    if (!isSure) return
    setBusy(doctor_id)
    setProblem(undefined)
    try {
      notifyDone((await callApi(payoutCalls.close, { id: mintId(), doctor_id, month, seen })).message)
      refresh()
    } catch (error) {
      refresh()
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, problem, close }
}
