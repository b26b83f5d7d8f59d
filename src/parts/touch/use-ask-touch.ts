import { useNavigate } from 'react-router-dom'
import type { Touch } from '#contract/calls/reports.ts'
import { useSession } from '#src/sync/session/session.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { TOUCH_WORDS as WORDS } from './words.ts'

/** The page where people manage their passkeys. */
const PASSKEYS_PATH = '/devices'

/** Permission to sign: with its touch, or without if the client allows that. */
export interface Touched {
  touch: Touch | undefined
}

/**
 * Asks for the touch of a signature as the client requires. The function returns undefined if the person cancels; it
 * throws errors that are not a passkey's answer, and TouchError if the client requires a touch and none was made.
 */
export function useAskTouch(): (make: () => Promise<Touch>) => Promise<Touched | undefined> {
  const rule = useSession()?.touch_signing ?? 'Off'
  const navigate = useNavigate()
  return async (make) => {
    if (rule === 'Off') return { touch: undefined }
    try {
      return { touch: await make() }
    } catch (error) {
      if (!(error instanceof TouchError)) throw error
      if (rule === 'Offered') return offerWithout(error)
      if (error.problem !== 'none') throw error
      if (await agreesToRegister()) await navigate(PASSKEYS_PATH)
      return undefined
    }
  }
}

/** Handles a missing touch: a person without a passkey here signs as before; one who did not touch is asked. */
async function offerWithout({ problem, message }: TouchError): Promise<Touched | undefined> {
  if (problem === 'none' || problem === 'unsupported') return { touch: undefined }
  const isSure = await confirmAction({
    title: WORDS.without,
    message: WORDS.withoutHint(message),
    confirmLabel: WORDS.withoutConfirm,
  })
  return isSure ? { touch: undefined } : undefined
}

const agreesToRegister = () =>
  confirmAction({
    title: WORDS.needed,
    message: WORDS.neededHint,
    confirmLabel: WORDS.register,
    cancelLabel: WORDS.later,
  })
