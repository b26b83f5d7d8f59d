import { useNavigate } from 'react-router-dom'
import type { Touch } from '#contract/calls/reports.ts'
import { useSession } from '#src/sync/session/session.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { TOUCH_WORDS as WORDS } from './words.ts'

/** Where people keep their passkeys. */
const PASSKEYS_PATH = '/devices'

/** A signature that may be made: with its touch, or without where the client lets people. */
export interface Touched {
  touch: Touch | undefined
}

/**
 * Asks for the touch of a signature as the client wants it. The function returns undefined where the person went no
 * further; it throws what is no answer of a passkey, and TouchError where the client asks for touches and none was made.
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

/** Who has no passkey here signs as before; who did not touch is asked. */
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
