import type { Subscription } from 'rxjs'
import type { Link } from '../link/link.ts'
import type { TabChannel } from './channel.ts'

/** Handlers for messages from the network and from other pages. */
export interface Heard {
  onOnline: () => void
  onOffline: () => void
  /** Called when sending is worth a try although no answer has come yet. */
  onTry: () => void
  onWake: () => void
  onPull: () => void
  onRights: () => void
}

/** Calls the handlers for changes of the link and messages of the other pages. */
export function listen(link: Link, channel: TabChannel, heard: Heard): Subscription {
  const { onOnline, onOffline, onTry, onWake, onPull, onRights } = heard
  const wiring = link.state$.subscribe(({ online }) => {
    if (!online) return onOffline()
    onOnline()
    channel.post({ kind: 'online' })
  })
  wiring.add(link.tries$.subscribe((isWorthTrying) => (isWorthTrying ? onTry() : onOffline())))
  wiring.add(
    channel.messages$.subscribe(({ kind }) => {
      if (kind === 'wake') onWake()
      if (kind === 'pull') onPull()
      if (kind === 'rights') onRights()
      // Another page got through, so this one need not wait for its next probe.
      if (kind === 'online' && !link.state().online) link.look()
    }),
  )
  return wiring
}
