import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Attack } from '#tests/server/load/attacker.ts'
import { ask } from '../load/ask.ts'
import type { Asking } from './asking-machines.ts'

/** The first page of the list of studies. */
const PAGE = { flag: 'worklist', ps: 20 }
const READS = 300
/** The time until the attack runs. */
const START_MS = 700

/** The load on the worklist while a person reads. */
export type Strike = { kind: 'bytes'; data: Attack } | { kind: 'questions'; data: Asking }

/** Reads a page of the list of studies many times; returns the times in milliseconds. */
export async function readPages(url: string, token: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < READS; n += 1) {
    const began = performance.now()
    await ask({
      url: `${url}/api/study/getList`,
      token,
      method: 'POST',
      headers: { 'x-time-zone': 'Asia/Kolkata' },
      body: PAGE,
    })
    times.push(performance.now() - began)
  }
  return times
}

/** Reads while a separate thread attacks the worklist. */
export async function readUnder(strike: Strike, read: () => Promise<number[]>): Promise<number[]> {
  const script = strike.kind === 'bytes' ? '../../server/load/attacker.ts' : './asking-machines.ts'
  const worker = new Worker(new URL(script, import.meta.url), { workerData: strike.data })
  await once(worker, 'online')
  const ended = once(worker, 'exit')
  await pause(START_MS)
  const times = await read()
  worker.postMessage('over')
  await Promise.race([ended, pause(2_000)])
  await worker.terminate()
  return times
}

/** Returns the 99th percentile. */
export function p99Of(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
}
