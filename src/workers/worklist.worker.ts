import { expose } from 'comlink'
import type { StudyRow } from '#contract/calls/studies.ts'
import { openDatabases } from '#src/db/open-databases.ts'
import { type DataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'
import { HandedRows } from './handed-rows.ts'
import type { NextQuestion } from './next-study.ts'
import { feedWorklist, type WorklistFeed } from './worklist-feed.ts'
import { type WindowQuestion, WorklistWindow } from './worklist-window.ts'

const window = new WorklistWindow()
const handed = new HandedRows()
let feed: Promise<WorklistFeed> | undefined

/** The worklist of one user, opened with the vault key; calls `onChange` whenever an answer may have changed. */
export const worklist = {
  open: async (userId: string, dataKey: DataKey, onChange: () => void): Promise<void> => {
    feed ??= openFeed(userId, dataKey, onChange)
    await (await feed).ready
  },
  give: (rows: readonly StudyRow[]) => handed.put(rows),
  answer: (question: WindowQuestion) => window.answer(question),
  // In an object: a bare undefined means that the worker does not know yet.
  pageOf: (question: WindowQuestion, id: string) => ({ page: window.pageOf(question, id) }),
  next: (question: NextQuestion) => ({ id: window.next(question) }),
}

async function openFeed(userId: string, dataKey: DataKey, onChange: () => void): Promise<WorklistFeed> {
  const key = await rowKey(dataKey)
  const databases = await openDatabases(userId, { codec: createRecordCodec(() => key) })
  return feedWorklist(databases, window, onChange, undefined, handed)
}

export type WorklistWorker = typeof worklist

expose(worklist)
