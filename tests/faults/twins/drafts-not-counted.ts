import { pageLockName } from '#src/sync/drafts/page-lock.ts'
import type { Twin } from './twin.ts'

const PAGE = pageLockName('')

/** Takes every page that ever typed for one that still lives: what a dead one typed is nobody's. */
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
