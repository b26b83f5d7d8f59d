import { type FormEvent, useState } from 'react'
import { notifyDone } from '#src/ui/notes/notify.ts'

/** The action of a dialog: its refusal, whether it is running, and its submit function. */
export interface Act {
  problem: string | undefined
  isBusy: boolean
  /** Clears the refusal when a person types. */
  clear: () => void
  submit: (event: FormEvent) => void
}

/**
 * Returns the action of a dialog. `send` returns the server's message; `refuse` returns why the input cannot
 * be sent, or undefined.
 */
export function useAct(
  send: () => Promise<string>,
  onDone: () => void,
  refuse: () => string | undefined = () => undefined,
): Act {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    const refused = refuse()
    if (refused !== undefined) return setProblem(refused)
    setBusy(true)
    try {
      notifyDone(await send())
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return {
    problem,
    isBusy,
    clear: () => setProblem(undefined),
    submit: (event) => {
      event.preventDefault()
      void run()
    },
  }
}
