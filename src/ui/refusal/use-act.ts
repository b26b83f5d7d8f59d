import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { notifyError } from '../notes/notify.ts'
import { useRefusal } from './use-refusal.ts'

/** A button's action, and its error if it failed. */
export interface Act {
  isBusy: boolean
  /** Why it failed; shown at the button by RefusalNote. */
  problem: Error | undefined
  /** The server's field errors, by wire name. */
  fields: Readonly<Record<string, string>>
  /**
   * Runs the act. An error is stored and shown to the person, as a notification if the form was closed meanwhile;
   * returns whether it succeeded.
   */
  run: (act: () => Promise<unknown>) => Promise<boolean>
  /** A rule of the form is broken and its fields show it: focuses the first of them. */
  refuse: () => void
  /** The refused input changed: clears the error. */
  forget: () => void
}

/** A ref for the element around fields, message and button, and the act itself. */
export type ActParts = readonly [box: RefObject<HTMLDivElement | null>, act: Act]

/** A button whose refusal cannot be missed: shown at the button and at the field concerned, which gets the focus. */
export function useAct(): ActParts {
  const [box, show] = useRefusal()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error>()
  const isHere = useIsHere()
  const run = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    setBusy(true)
    try {
      await act()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
      if (isHere.current) show()
      else notifyError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const act = {
    isBusy,
    problem,
    fields: problem instanceof ApiError ? fieldsOf(problem) : NOTHING,
    run,
    refuse: () => {
      setProblem(undefined)
      show()
    },
    forget: () => setProblem(undefined),
  }
  return [box, act]
}

/** False from the moment that the component unmounts. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

/** A refusal for a missing reason concerns the reason field, even if it names no field. */
const fieldsOf = ({ fields, code, message }: ApiError) =>
  fields ?? (code === 'reason_needed' ? { reason: message } : NOTHING)

const NOTHING: Readonly<Record<string, string>> = {}
