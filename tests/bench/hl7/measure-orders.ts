import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { makeDataDir, startServerProcess } from '#tests/helpers/server-process.ts'
import { asAdmin } from '../as-admin.ts'
import { type Figure, ms, type Timing, tableOf, timingOf } from '../figures.ts'
import { freePort } from '../free-port.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { Hospital } from './hospital.ts'

const FACILITY = 'BENCH'
const TITLE = 'Orders of hospital systems'

/** The duration, the orders per minute, and the number of kills. */
export interface Load {
  seconds: number
  rate: number
  kills: number
  isWritten: boolean
}

/** Sends orders at a steady rate while the server is killed, and compares the acknowledged ones with the database. */
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
        // A server that is still starting is killed after its start.
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
    hospital.close()
    const turns = await inTurn(dataDir, port)
    const stored = await asAdmin(dataDir, async (admin) => {
      const { rows } = await admin.query<{ no: string; n: number }>(
        `select placer_order_no as no, count(*)::int as n from booking_request
         where client_id = $1 and source = 'HL7' and order_sender = 'BENCH|HOSPITAL' and placer_order_no like 'B%' group by 1`,
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
      {
        name: 'one order after the other, against a bare durable insert in turn with it',
        value: `${(turns.order.median / turns.bare.median).toFixed(2)} times (median ${ms(turns.order.median)}, p95 ${ms(turns.order.p95)})`,
        control: `median ${ms(turns.bare.median)}, p95 ${ms(turns.bare.p95)}`,
        limit: 'p95 50 ms',
        ok: turns.order.p95 <= 50,
      },
    ]
    const table = tableOf(figures)
    console.log(table)
    if (isWritten)
      writeSection(
        TITLE,
        `Written by \`npm run bench:hl7 -- --seconds ${seconds} --rate ${rate} --kills ${kills}\` on ${new Date().toISOString().slice(0, 10)} (${machineLine()};\nload of the machine at the end ${loadavg()[0]?.toFixed(1)}, this command's own among it).\n\n${table}`,
      )
    return figures.every(({ ok }) => ok) ? 0 : 1
  } finally {
    server.kill('SIGTERM')
    await server.ended
    remove()
  }
}

const TURNS = 300

/** Measures orders one after the other, each in turn with one row that is written and committed alone. */
async function inTurn(dataDir: string, port: number): Promise<{ order: Timing; bare: Timing }> {
  const hospital = new Hospital(port, FACILITY, 'T')
  await hospital.warmUp(50)
  const bare: number[] = []
  await asAdmin(dataDir, async (admin) => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      hospital.send()
      await hospital.finish()
      const began = performance.now()
      await admin.query(
        "insert into hl7_taken (client_id, digest, words, taken) values ($1, $2, '', now())",
        [SANJEEVANI.id, randomBytes(32)],
      )
      bare.push(performance.now() - began)
    }
  })
  hospital.close()
  return { order: timingOf(hospital.waits), bare: timingOf(bare) }
}
