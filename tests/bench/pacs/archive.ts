import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays, dayAt, daysBetween } from '#domain/time/zones.ts'

/** Studies of today; the others are from the three years before. */
export const NEWEST = 20
const DAYS = 3 * 365
const MODALITIES = ['CT', 'MR', 'US', 'CR', 'DX', 'MG']

interface Archive {
  port: number
  /** Study UIDs are this root followed by a number, 0 for the newest. */
  root: string
  close: () => Promise<void>
}

/** Starts a QIDO-RS service with `count` studies, the oldest first, that supports days, limit and offset. */
export async function startArchive(count: number): Promise<Archive> {
  const root = '1.2.826.0.1.3680043.10.999'
  const today = dayAt(new Date(), 'UTC')
  const days = Array.from({ length: count }, (_, at) =>
    at < NEWEST ? today : addDays(today, -1 - ((at * 7) % DAYS)),
  )
  const studies = days
    .map((day, at) => ({ day: day.replaceAll('-', ''), header: headerOf(`${root}.${at}`, day, at) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (!url.pathname.endsWith('/studies')) {
      response.writeHead(404).end()
      return
    }
    const [from = '', to = ''] = (url.searchParams.get('StudyDate') ?? '').split('-')
    const found = studies.filter(({ day }) => day >= from && (to === '' || day <= to))
    const offset = Number(url.searchParams.get('offset'))
    const page = found.slice(offset, offset + Number(url.searchParams.get('limit')))
    response.writeHead(200, { 'content-type': 'application/dicom+json' })
    response.end(JSON.stringify(page.map(({ header }) => header)))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    root,
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

function headerOf(uid: string, day: string, at: number): object {
  const person = Math.floor(at / 2)
  const minute = String(Math.abs(daysBetween('2020-01-01', day) + at) % 60).padStart(2, '0')
  const values: [tag: string, vr: string, value: unknown][] = [
    ['00080020', 'DA', day.replaceAll('-', '')],
    ['00080030', 'TM', `10${minute}00`],
    ['00080050', 'SH', `B${at}`],
    ['00080054', 'AE', 'BENCH'],
    ['00080061', 'CS', MODALITIES[at % MODALITIES.length]],
    ['00081030', 'LO', 'Bench study'],
    ['00100010', 'PN', { Alphabetic: `Family${person}^Given` }],
    ['00100020', 'LO', `P${person}`],
    ['00100030', 'DA', '19700102'],
    ['00100040', 'CS', person % 2 === 0 ? 'F' : 'M'],
    ['0020000D', 'UI', uid],
    ['00201208', 'IS', 100],
  ]
  return Object.fromEntries(values.map(([tag, vr, value]) => [tag, { vr, Value: [value] }]))
}
