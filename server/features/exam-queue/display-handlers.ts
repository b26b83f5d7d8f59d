import type { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findOurLanguage } from '#domain/language/languages.ts'
import type { HandlersFor, PublicContext, Tx } from '#server/kernel/context.ts'
import type { FileLinks } from '#server/kernel/files/file-links.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import {
  type DisplayScreen,
  findDisplay,
  selectDisplayItems,
  selectDisplayMachines,
} from './display-store.ts'
import type { DisplayThrottle } from './display-throttle.ts'

type QueueList = OutputOf<typeof queDisplayCalls.list>['result']

/** Dependencies of the display calls, in addition to their context. */
export interface DisplayDeps {
  fileLinks: FileLinks
  throttle: DisplayThrottle
}

/** Returns the handlers of the public display: identified by the screen's uid, without a session. */
export function createQueDisplayHandlers(deps: DisplayDeps): HandlersFor<typeof queDisplayCalls> {
  return {
    list: async ({ uid, screen_uid }, ctx) => {
      const asked = uid ?? screen_uid
      if (asked === undefined) throw invalid({ uid: 'is required' })
      const list = await withDisplay(deps, ctx, asked, (screen, entry) =>
        readQueue(entry, screen, asked, ctx.now),
      )
      return { result: list }
    },
    banner: ({ uid }, ctx) =>
      withDisplay(deps, ctx, uid, async ({ client_id, banner_file_id, banner_type }) => ({
        result: {
          file_url:
            banner_file_id === null ? '' : deps.fileLinks.signedUrl(client_id, banner_file_id, ctx.now),
          type: banner_type,
        },
      })),
  }
}

/** Returns the current content of a display. */
export async function readQueue(
  entry: Tx,
  { screen, branch, time_zone, language: code }: DisplayScreen,
  uid: string,
  now: Date,
): Promise<QueueList> {
  const machines = await selectDisplayMachines(entry, uid)
  const items = await selectDisplayItems(entry, uid, machines, now)
  const language = findOurLanguage(code)
  return { screen, branch, time_zone, ...(language && { language }), machines, items, at: now.toISOString() }
}

/** Runs for an existing screen, counted by address; throws `not_found` for an unknown uid. */
async function withDisplay<T>(
  { throttle }: DisplayDeps,
  { address, now, entry }: PublicContext,
  uid: string,
  run: (screen: DisplayScreen, entry: Tx) => Promise<T>,
): Promise<T> {
  throttle.admit(address, now)
  const answer = await entry(async (tx) => {
    const screen = await findDisplay(tx, uid)
    return screen && { value: await run(screen, tx) }
  })
  if (answer) return answer.value
  throttle.missed(address, now)
  throw new Refusal('not_found')
}
