import { pageLockName } from '#src/sync/drafts/page-lock.ts'
import type { Twin } from './twin.ts'

const PAGE = pageLockName('')

/** Treats every page that ever typed as alive: the typed text of a dead one is never saved. */
export const draftsNotCounted: Twin = {
  name: 'drafts not counted',
  what: 'leaves text alone that a dead page typed and did not save',
  schedule: 'dead pages',
  runs: 40,
  breaks: ['nothing acknowledged is lost'],
  options: () => ({
    twist: {
      ports: (ports) => ({
        ...ports,
        locks: {
          request: (name, options, run) =>
            name.startsWith(PAGE) && options.ifAvailable
              ? run(null)
              : ports.locks.request(name, options, run),
        },
      }),
    },
  }),
}
