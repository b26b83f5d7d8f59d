import { useLink } from '#src/sync/link/use-link.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

/** Whether a control that needs the network is disabled now, and the reason for its tooltip. */
export interface OnlineOnly {
  disabled: boolean
  reason: string | undefined
}

/** For controls whose action the server decides: settings apply to all desks (docs/sync.md#policies). */
export function useOnlineOnly(): OnlineOnly {
  const { online } = useLink()
  return online ? { disabled: false, reason: undefined } : { disabled: true, reason: WORDS.offline }
}
