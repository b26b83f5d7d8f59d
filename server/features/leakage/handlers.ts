import type { leakageActCalls, leakageCalls } from '#contract/calls/leakage.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { openFigures, stamp } from '../sales/public/figures.ts'
import { actOnLeak } from './act.ts'
import { readBoard } from './board.ts'
import { listAllLeaks, listLeaks } from './entries.ts'

/** The leakage board and the entries of each of its lines. */
export const leakageHandlers: HandlersFor<typeof leakageCalls> = {
  board: async (input, ctx) => {
    const figures = await openFigures(ctx, input)
    return { result: await readBoard(figures), ...stamp(figures) }
  },
  entries: async (input, ctx) => listLeaks(ctx, input),
  allEntries: async (input, ctx) => listAllLeaks(ctx, input),
}

export const leakageActHandlers: HandlersFor<typeof leakageActCalls> = {
  act: async (input, ctx) => ({
    message: input.act === 'Explained' ? 'Explained' : 'Opened again',
    result: await actOnLeak(ctx, input),
  }),
}
