import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { adminUrlOf, makeDataDir, startServerProcess } from '#tests/helpers/server-process.ts'
import { type Figure, tableOf, timingOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { freePort } from './free-port.ts'
import { Hospital } from './hospital.ts'

const FACILITY = 'BENCH'
const TITLE = 'Orders of hospital systems'

/** For how long, how many a minute, and how often the server is killed. */
export interface Load {
  seconds: number
  rate: number
  kills: number
  isWritten: boolean
}

/** Sends orders at a steady rate through kills of the server, and holds what was acknowledged against the database. */
export async function measureOrders({ seconds, rate, kills, isWritten }: Load): Promise<number> {
  const { dataDir, remove } = makeDataDir()
  const port = await freePort()
  const start = () =>
    startServerProcess(dataDir, {
      env: { READROOM_MLLP_PORT: String(port), READROOM_MLLP_HOST: '127.0.0.1' },
    })
  let server = start()
  await server.ready
  try {
    await asAdmin(dataDir, (admin) =>
      admin.query(
        `insert into client_setting (client_id, hl7_facility) values ($1, $2)
         on conflict (client_id) do update set hl7_facility = excluded.hl7_facility`,
        [SANJEEVANI.id, FACILITY],
      ),
    )
    const hospital = new Hospital(port, FACILITY)
    await hospital.warmUp(50)
    const every = 60_000 / rate
    const total = Math.round((seconds * 1000) / every)
    const killAt = Array.from({ length: kills }, (_, index) =>
      Math.round((total * (index + 1)) / (kills + 1)),
    )
    const began = performance.now()
    let restarting = Promise.resolve()
    for (let index = 0; index < total; index += 1) {
      const wait = began + index * every - performance.now()
      if (wait > 0) await pause(wait)
      hospital.send()
      if (killAt.includes(index)) {
        // One that is still starting is killed once it is up.
        restarting = restarting.then(async () => {
          server.kill('SIGKILL')
          await server.ended
          server = start()
          await server.ready
        })
      }
    }
    await restarting
    await hospital.finish()
    const stored = await asAdmin(dataDir, async (admin) => {
      const { rows } = await admin.query<{ no: string; n: number }>(
        `select placer_order_no as no, count(*)::int as n from booking_request
         where client_id = $1 and source = 'HL7' and order_sender = 'BENCH|HOSPITAL' group by 1`,
        [SANJEEVANI.id],
      )
      return new Map(rows.map(({ no, n }) => [no, n]))
    })
    const lost = hospital.acknowledged.filter((no) => !stored.has(no)).length
    const doubled = [...stored.values()].filter((n) => n > 1).length
    const { median, p95 } = timingOf(hospital.undisturbed)
    const all = timingOf(hospital.waits)
    const figures: Figure[] = [
      {
        name: `${rate} orders a minute for ${seconds} s, kill -9 ${kills} times: every AA is in the database once`,
        value: `${hospital.acknowledged.length} AA, ${lost} lost, ${doubled} doubled, ${hospital.repeats} sent again`,
        control: '',
        limit: 'none lost, none doubled',
        ok: lost === 0 && doubled === 0 && hospital.acknowledged.length === total,
      },
      {
        name: 'from the message to its AA, messages that no kill touched',
        value: `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
        control: `with those that waited for a restart: p95 ${all.p95.toFixed(0)} ms`,
        limit: 'p95 50 ms',
        ok: p95 <= 50,
      },
    ]
    const table = tableOf(figures)
    console.log(table)
    if (isWritten)
      writeSection(
        TITLE,
        `Written by \`npm run bench:hl7 -- --seconds ${seconds} --rate ${rate} --kills ${kills}\` on ${new Date().toISOString().slice(0, 10)} (${machineLine()}).\n\n${table}`,
      )
    return figures.every(({ ok }) => ok) ? 0 : 1
  } finally {
    server.kill('SIGTERM')
    await server.ended
    remove()
  }
}

async function asAdmin<T>(dataDir: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrlOf(dataDir) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
