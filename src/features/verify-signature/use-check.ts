import { useCallback, useState } from 'react'
import { signatureCalls } from '#contract/calls/signatures.ts'
import type { InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callBare } from '#src/sync/api/call-bare.ts'

const call = signatureCalls.publicVerifySignature

export type CheckInput = InputOf<typeof call>
export type CheckResult = OutputOf<typeof call>['result']

/** What was asked and what the server said of it, one for each signed text of a paper. */
export interface Checked {
  input: CheckInput
  result: CheckResult
}

export interface Check {
  checked: readonly Checked[]
  isChecking: boolean
  error: Error | undefined
  /** Asks for each; the answers take the place of the earlier ones. */
  check: (inputs: readonly CheckInput[]) => Promise<void>
}

/** Asks the server about signed texts; the newest question counts. */
export function useCheck(): Check {
  const [state, setState] = useState<Omit<Check, 'check'>>(NOTHING)
  const check = useCallback(async (inputs: readonly CheckInput[]) => {
    const asked: Omit<Check, 'check'> = { ...NOTHING, isChecking: true }
    setState(asked)
    const settle = (next: Partial<Check>) =>
      setState((now) => (now === asked ? { ...NOTHING, ...next } : now))
    try {
      const checked = await Promise.all(
        inputs.map(async (input) => ({ input, result: (await callBare(call, input)).result })),
      )
      settle({ checked })
    } catch (error) {
      settle({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }, [])
  return { ...state, check }
}

const NOTHING: Omit<Check, 'check'> = { checked: [], isChecking: false, error: undefined }
