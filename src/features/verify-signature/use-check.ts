import { useCallback, useEffect, useRef, useState } from 'react'
import { signatureCalls } from '#contract/calls/signatures.ts'
import type { InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callBare } from '#src/sync/api/call-bare.ts'

const call = signatureCalls.publicVerifySignature

export type CheckInput = InputOf<typeof call>
export type CheckResult = OutputOf<typeof call>['result']

/** A check and the server's result, one for each signed text of a paper. */
export interface Checked {
  input: CheckInput
  result: CheckResult
}

export interface Check {
  checked: readonly Checked[]
  isChecking: boolean
  error: Error | undefined
  /** Checks each input; the results replace the previous ones. */
  check: (inputs: readonly CheckInput[]) => void
}

/** Checks signed texts with the server, initially `first`; only the newest check counts. */
export function useCheck(first: CheckInput | undefined): Check {
  const [state, setState] = useState<Asked>({ ...NOTHING, isChecking: first !== undefined })
  const newest = useRef(0)
  const answer = useCallback(async (inputs: readonly CheckInput[]) => {
    newest.current += 1
    const turn = newest.current
    const next = await ask(inputs)
    if (turn === newest.current) setState({ ...NOTHING, ...next })
  }, [])
  useEffect(() => {
    if (first) void answer([first])
  }, [first, answer])
  const check = (inputs: readonly CheckInput[]) => {
    setState({ ...NOTHING, isChecking: true })
    void answer(inputs)
  }
  return { ...state, check }
}

async function ask(inputs: readonly CheckInput[]): Promise<Partial<Asked>> {
  try {
    const checked = await Promise.all(
      inputs.map(async (input) => ({ input, result: (await callBare(call, input)).result })),
    )
    return { checked }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

type Asked = Omit<Check, 'check'>

const NOTHING: Asked = { checked: [], isChecking: false, error: undefined }
