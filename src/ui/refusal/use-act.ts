import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { notifyError } from '../notify.ts'
import { useRefusal } from './use-refusal.ts'

/** What a button does, and what was answered where it could not be done. */
export interface Act {
  isBusy: boolean
  /** Why it was not done; shown at the button by RefusalNote. */
  problem: Error | undefined
  /** What the server says of fields, by their names on the wire. */
  fields: Readonly<Record<string, string>>
  /**
   * Does it. What it throws is kept and brought before the person's eyes, in a note at the edge where the form was closed
   * meanwhile; returns whether it was done.
   */
  run: (act: () => Promise<unknown>) => Promise<boolean>
  /** A rule of the form stands in the way, and its fields say so: the focus goes to the first of them. */
  refuse: () => void
  /** What was refused is typed anew: nothing is said of it any more. */
  forget: () => void
}

/** What stands around the fields, the message and the button, and the act itself. */
export type ActParts = readonly [box: RefObject<HTMLDivElement | null>, act: Act]

/** A button whose refusal is seen: in words at the button, and at the field that the refusal is about, with the focus there. */
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

/** False from the moment that the component is taken off the screen. */
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

/** A refusal for want of a reason is about the reason, also where it names no field. */
const fieldsOf = ({ fields, code, message }: ApiError) =>
  fields ?? (code === 'reason_needed' ? { reason: message } : NOTHING)

const NOTHING: Readonly<Record<string, string>> = {}
