import { type FormEvent, useState } from 'react'
import { notifyDone } from '#src/ui/notify.ts'

/** One act of a dialog: why it was refused, whether it runs, and what sends it. */
export interface Act {
  problem: string | undefined
  isBusy: boolean
  /** Takes the refusal back once something is typed. */
  clear: () => void
  submit: (event: FormEvent) => void
}

/** `send` returns the words of the server; `refuse` says why the answer is not sent, and undefined where it is. */
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
