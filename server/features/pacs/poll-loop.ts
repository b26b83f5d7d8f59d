import { setTimeout as wait } from 'node:timers/promises'
import { type ImageServer, ImageServerError } from '#server/integrations/pacs/image-server.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { selectPlaceableBranches } from '../branches/public/placeable-branches.ts'
import type { ClaimedPacs } from './claims.ts'
import { type PollMemory, pollOnce, startMemory } from './poll-once.ts'
import { placeOf } from './public/arrival-context.ts'
import type { ArrivalKernel } from './public/arrive.ts'
import { logPoll } from './public/log-poll.ts'
import { openPacs } from './public/open-pacs.ts'
import {
  findPolledPacs,
  type PacsRow,
  type PacsState,
  selectMissingUids,
  updatePacs,
} from './public/store.ts'
import { reportWords } from './report-words.ts'

export interface PollingContext {
  kernel: ArrivalKernel & Pick<Kernel, 'secrets' | 'exchanges'>
  openServer: (pacs: PacsRow) => ImageServer
  /** Called with our own failures, not the image server's; the loop continues. */
  onError: (error: unknown) => void
}

/** The longest wait between two attempts at a server that does not respond. */
const MAX_WAIT_MS = 30_000
/** The pause between two passes while the studies of first contact are read. */
const BEHIND_MS = 100
/** How often an unchanged state is written, so that "last seen" is nearly exact. */
const REPEAT_STATE_MS = 30_000
const MAX_DETAIL = 300

/** After a change of any of these, every study is checked again, and the wait after earlier failures is reset. */
const ADDRESS = [
  'type',
  'db_host',
  'db_port',
  'db_name',
  'db_user',
  'db_password',
  'use_tls',
  'auth_kind',
  'oauth_token_url',
  'oauth_client_id',
  'oauth_client_secret',
  'oauth_scope',
  'oauth_client_auth',
  'client_certificate',
  'client_key',
  'server_ca',
] as const satisfies readonly (keyof PacsRow)[]

interface LoopState {
  memory: PollMemory
  /** The settings and branches that decide what is queried and where studies belong. */
  setup: string
  failures: number
  /** The pause that the server requested. */
  pauseMs: number
  /** First contact is still in progress: more studies wait to be read. */
  isBehind: boolean
  written: { state: PacsState; detail: string; at: number } | undefined
}

/** Polls one image server until it is deactivated or `signal` aborts. No failure ends the loop. */
export async function pollForEver(
  room: PollingContext,
  pacs: ClaimedPacs,
  signal: AbortSignal,
): Promise<void> {
  const loop: LoopState = {
    memory: startMemory(),
    setup: '',
    failures: 0,
    pauseMs: 0,
    isBehind: false,
    written: undefined,
  }
  while (!signal.aborted) {
    let seconds = 5
    try {
      const row = await readSetup(room, pacs, loop)
      if (!row) return
      seconds = Math.max(1, row.poll_seconds)
      await pollAndRecord(room, row, loop, signal)
    } catch (error) {
      loop.failures++
      if (!signal.aborted) room.onError(error)
    }
    await wait(pauseAfter(loop, seconds), undefined, { signal }).catch(() => undefined)
  }
}

function pauseAfter({ failures, pauseMs, isBehind }: LoopState, seconds: number): number {
  if (isBehind && failures === 0) return BEHIND_MS
  const usual = seconds * 1000
  return Math.max(pauseMs, Math.min(usual * 2 ** Math.min(failures, 6), Math.max(MAX_WAIT_MS, usual)))
}

/** Reads the current row; after a change of settings or branches every study is checked again. */
async function readSetup(
  { kernel }: PollingContext,
  { client_id, pacs_id }: ClaimedPacs,
  loop: LoopState,
): Promise<PacsRow | undefined> {
  const { row, branches, missing } = await kernel.database.tenant(client_id, async (tx) => ({
    row: await findPolledPacs(tx, client_id, pacs_id),
    branches: await selectPlaceableBranches(tx, client_id),
    missing: await selectMissingUids(tx, client_id, pacs_id),
  }))
  if (!row) return undefined
  // A study that disappeared and comes back is imported again although its header was seen before.
  for (const uid of missing) loop.memory.seen.delete(uid)
  const places = branches.map(({ id, aet_sources, pacs_id: pacs }) => [id, aet_sources, pacs])
  const address = ADDRESS.map((name) => row[name])
  const reading = row.basic_pacs_show_name_reverse
  const setup = JSON.stringify([address, places, reading])
  if (setup !== loop.setup) {
    loop.memory = startMemory()
    loop.failures = 0
  }
  loop.setup = setup
  return row
}

async function pollAndRecord(
  room: PollingContext,
  row: PacsRow,
  loop: LoopState,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOf(row)
  loop.pauseMs = 0
  const began = performance.now()
  try {
    const server = room.openServer(await openPacs(room.kernel.secrets, row))
    const { kernel, onError } = room
    const report = await pollOnce({ kernel, server, place, memory: loop.memory, signal, onError })
    loop.failures = 0
    loop.isBehind = place.isBacklog && !report.isSweepDone
    logPoll(room.kernel, row, { began, taken: report.taken, reason: reportWords(report) })
    await record(room, row, loop, 'ok', reportWords(report))
    if (report.isSweepDone && place.isBacklog) await change(room, row, { backlog_done: room.kernel.now() })
  } catch (error) {
    if (!(error instanceof ImageServerError)) throw error
    loop.failures++
    loop.pauseMs = error.pauseMs ?? 0
    logPoll(room.kernel, row, { began, fault: error.fault, reason: error.message })
    await record(room, row, loop, error.fault, error.message)
  }
}

/** Stores the server's state: immediately if it changes, otherwise at intervals. */
async function record(
  room: PollingContext,
  row: PacsRow,
  loop: LoopState,
  state: PacsState,
  words: string,
): Promise<void> {
  const detail = words.slice(0, MAX_DETAIL)
  const at = room.kernel.now()
  const before = loop.written
  const isSame = before?.state === state && before.detail === detail
  if (isSame && at.getTime() - before.at < REPEAT_STATE_MS) return
  await change(room, row, {
    state,
    state_detail: detail,
    last_try: at,
    ...(state === 'ok' && { last_ok: at }),
  })
  loop.written = { state, detail, at: at.getTime() }
}

function change(
  { kernel }: PollingContext,
  row: PacsRow,
  values: Parameters<typeof updatePacs>[3],
): Promise<void> {
  return kernel.database.tenant(row.client_id, (tx) => updatePacs(tx, row.client_id, row.id, values))
}
