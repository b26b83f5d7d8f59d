import type { FeedPokes } from '#server/kernel/sync/feed/feed-pokes.ts'
import type { Twin } from './twin.ts'

/** Pokes every stream about every change: most devices pull and find nothing. */
export const pokeToEverybody: Twin = {
  name: 'poke to everybody',
  what: 'tells every device of every change, whoever may see it',
  schedule: 'rights',
  runs: 20,
  breaks: ['a device is told of its own scopes'],
  options: () => ({}),
  changePokes: wanting(true),
}

/** Pokes no stream: devices learn of changes at their next own pull. */
export const pokeToNobody: Twin = {
  name: 'poke to nobody',
  what: 'tells no device of any change',
  schedule: 'rights',
  runs: 20,
  breaks: ['each change is seen in time'],
  options: () => ({}),
  changePokes: wanting(false),
}

function wanting(isWanted: boolean) {
  return (pokes: FeedPokes): void => {
    const listen = pokes.listen.bind(pokes)
    pokes.listen = (clientId, listener) => listen(clientId, { ...listener, wants: () => isWanted })
  }
}
