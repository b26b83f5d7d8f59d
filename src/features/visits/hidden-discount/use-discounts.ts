import { useRef, useState } from 'react'
import { type CashPaidVisit, hiddenDiscountCalls } from '#contract/calls/hidden-discounts.ts'
import {
  changedDiscounts,
  checkDiscounts,
  type FoundDiscountProblem,
  type TypedDiscount,
} from '#domain/money/hidden-discount.ts'
import { minorToText, toMinor } from '#domain/money/minor-units.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { useCashVisits } from './use-cash-visits.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

/** A listed visit with the typed discount. */
export interface DiscountLine extends TypedDiscount {
  visit: CashPaidVisit
}

/** Why nothing was saved: found before sending, or returned by the server. */
export type SaveRefusal = FoundDiscountProblem | { problem: 'server'; message: string; id?: undefined }

/** Holds the typed discounts and their reason, and saves those that changed. */
export function useDiscounts(list: ReturnType<typeof useCashVisits>, decimals: number, onSaved: () => void) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState<SaveRefusal>()
  const [isBusy, setBusy] = useState(false)
  // A second press can arrive before the button is rendered as busy.
  const isSending = useRef(false)
  const lines = (list.visits ?? []).map((visit) => lineOf(visit, texts[visit.appt_id], decimals))
  const changed = changedDiscounts(lines, decimals)
  const hasTexts = Object.keys(texts).length > 0

  const save = async () => {
    if (isSending.current) return
    const found = checkDiscounts(lines, reason, decimals)
    setRefusal(found)
    if (found) return
    isSending.current = true
    setBusy(true)
    try {
      await callApi(hiddenDiscountCalls.setHiddenDiscount, {
        reason: reason.trim(),
        records: changed.map(({ id, amount, seen }) => ({ appt_id: id, hidden_discount: amount, seen })),
      })
      onSaved()
    } catch (error) {
      setRefusal({ problem: 'server', message: takeRefusal(error, list) })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    lines,
    changed,
    reason,
    refusal,
    isBusy,
    hasTexts,
    isDirty: hasTexts || reason.trim() !== '',
    type: useStableCallback((id: string, text: string) => setTexts((now) => ({ ...now, [id]: text }))),
    setReason,
    save,
    forget: () => {
      setTexts({})
      setRefusal(undefined)
      list.take([])
    },
  }
}

function lineOf(visit: CashPaidVisit, text: string | undefined, decimals: number): DiscountLine {
  const { appt_id: id, cash, hidden_discount: recorded } = visit
  const shown = recorded === 0 ? '' : minorToText(toMinor(recorded, decimals), decimals)
  return { id, cash, recorded, typed: text ?? shown, visit }
}

/** Updates the figures after a refusal and returns the text with the next step. */
function takeRefusal(error: unknown, list: ReturnType<typeof useCashVisits>): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { code, body } = error
  if (code === 'conflict' && Array.isArray(body.current)) {
    list.take(body.current as CashPaidVisit[])
    return WORDS.conflict
  }
  // Cash was refunded in the meantime, or the response to an earlier press was lost.
  list.readAgain()
  if (code === 'conflict') return WORDS.conflict
  return code === 'not_found' ? WORDS.gone : error.message
}
