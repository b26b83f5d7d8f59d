import { expose } from 'comlink'
import { plainCodec } from '#src/db/codec.ts'
import { openDatabases } from '#src/db/open-databases.ts'
import { feedWorklist, type WorklistFeed } from './worklist-feed.ts'
import { type WindowQuestion, WorklistWindow } from './worklist-window.ts'

const window = new WorklistWindow()
let feed: Promise<WorklistFeed> | undefined

/** The worklist of one user; `onChange` is told whenever an answer may be another one. */
export const worklist = {
  open: async (userId: string, onChange: () => void): Promise<void> => {
    feed ??= openDatabases(userId, { codec: plainCodec }).then((databases) =>
      feedWorklist(databases, window, onChange),
    )
    await (await feed).ready
  },
  answer: (question: WindowQuestion) => window.answer(question),
}
export type WorklistWorker = typeof worklist

expose(worklist)
