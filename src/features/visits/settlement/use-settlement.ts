import { useRef, useState } from 'react'
import { v7 as mintId } from 'uuid'
import { type SchemeInvoiceRow, schemeSettlementCalls } from '#contract/calls/scheme-settlements.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import type { SettlementMode } from '#domain/money/payment-modes.ts'
import {
  checkSettlement,
  type FoundSettlementProblem,
  settledMinor,
  settlementText,
  type TypedSettlement,
} from '#domain/money/settlement.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

/** An invoice with the typed amount. */
export interface SettlementLine extends TypedSettlement {
  row: SchemeInvoiceRow
}

/** Why nothing was settled: found before sending, or returned by the server. */
export type SettleRefusal = FoundSettlementProblem | { problem: 'server'; message: string; id?: undefined }

export interface SettlementOf {
  invoices: readonly SchemeInvoiceRow[]
  decimals: number
  /** Reloads the invoices after a refusal. */
  readAgain: () => void
  /** Called with the number of settled invoices. */
  onSettled: (count: number) => void
}

/** Holds mode and amounts of a settlement and sends it; each invoice starts with its full receivable amount. */
export function useSettlement({ invoices, decimals, readAgain, onSettled }: SettlementOf) {
  const [mode, setMode] = useState<SettlementMode>()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [refNo, setRefNo] = useState('')
  const [remarks, setRemarks] = useState('')
  const [refusal, setRefusal] = useState<SettleRefusal>()
  const [isBusy, setBusy] = useState(false)
  // A second press can arrive before the button is rendered as busy.
  const isSending = useRef(false)
  // One id for the whole dialog: a refused settlement records nothing, and one whose response was lost is not
  // recorded twice.
  const settlementId = useRef('')
  const lines = invoices.map((row): SettlementLine => {
    const begun = { id: row.appt_id, rest: row.rest, commission: row.commission ?? 0, typed: '' }
    return { ...begun, row, typed: texts[row.appt_id] ?? settlementText(begun, mode, decimals) }
  })
  const settled = lines.flatMap((line) => {
    const minor = settledMinor(line, decimals) ?? 0
    return minor > 0 ? [{ appt_id: line.id, amount: fromMinor(minor, decimals), minor }] : []
  })

  const settle = async () => {
    if (isSending.current) return
    const found = checkSettlement(lines, mode, decimals)
    setRefusal(found)
    if (found || mode === undefined) return
    isSending.current = true
    setBusy(true)
    settlementId.current ||= mintId()
    try {
      await callApi(schemeSettlementCalls.settle, {
        id: settlementId.current,
        mode,
        ref_no: refNo.trim(),
        remarks: remarks.trim(),
        invoices: settled.map(({ appt_id, amount }) => ({ appt_id, amount })),
      })
      getDevice().refresh()
      onSettled(settled.length)
    } catch (error) {
      if (error instanceof ApiError) readAgain()
      setRefusal({ problem: 'server', message: messageOf(error) })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    lines,
    mode,
    refNo,
    remarks,
    refusal,
    isBusy,
    count: settled.length,
    totalMinor: settled.reduce((sum, { minor }) => sum + minor, 0),
    /** Resets the amounts, because another mode has other limits. */
    chooseMode: (next: SettlementMode | undefined) => {
      setMode(next)
      setTexts({})
      setRefusal(undefined)
    },
    type: useStableCallback((id: string, text: string) => setTexts((now) => ({ ...now, [id]: text }))),
    setRefNo,
    setRemarks,
    settle,
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'id_reused') return WORDS.recorded
  if (error instanceof ApiError && error.code === 'not_found') return WORDS.gone
  return error instanceof Error ? error.message : String(error)
}
