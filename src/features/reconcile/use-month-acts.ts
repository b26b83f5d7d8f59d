import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { BranchItem } from '#contract/calls/directory.ts'
import { type MonthCheck, monthLockCalls } from '#contract/calls/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RECONCILE_WORDS } from './words.ts'

const WORDS = RECONCILE_WORDS.months

/** Returns functions that lock and check months of a branch; `busy` is the month in progress. */
export function useMonthActs({ id: branchId, name }: BranchItem, refresh: () => void) {
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<MonthCheck>()
  const run = async (month: string, act: () => Promise<void>) => {
    setBusy(month)
    setProblem(undefined)
    setChecked(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(undefined)
    }
  }
  const lock = async (month: string) => {
    const words = formatMonthText(month)
    const isSure = await confirmAction({
      title: WORDS.lockTitle(words),
      message: WORDS.lockText(words, name),
      confirmLabel: WORDS.lock,
    })
    if (!isSure) return
    await run(month, async () => {
      const { message } = await callApi(monthLockCalls.lock, { id: mintId(), branch_id: branchId, month })
      notifyDone(message)
      refresh()
    })
  }
  const check = (month: string) =>
    run(month, async () =>
      setChecked((await callApi(monthLockCalls.check, { branch_id: branchId, month })).result),
    )
  return { busy, problem, checked, lock, check }
}
