import type { OutboxRow } from '#src/db/work-database.ts'

/** Returns a waiting command of the outbox; `seq` sets its ids. */
export const outboxRow = (seq: number, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id: `command ${seq}`,
  rev: 0,
  seq,
  state: 'waiting',
  call: 'saveReport',
  version: 1,
  aggregate: 'study:1',
  record: 'report:1',
  base: undefined,
  depends: [],
  isAuto: false,
  sentAt: undefined,
  claim: undefined,
  attempts: 0,
  nextAt: 0,
  acked: undefined,
  lastError: undefined,
  at: 0,
  skewMs: undefined,
  user: 'u',
  sealed: null,
  e: {},
  ...change,
})
