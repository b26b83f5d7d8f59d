// npm run bench:hl7: orders of a hospital by MLLP at a steady rate, with kill -9 of the server in between.
// Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:hl7 [-- --seconds 600 --rate 1000 --kills 2 --write]

Starts a server of its own with the demo, sends new orders by MLLP over one connection, kills the server so often on the way
and sends again what was not answered, as a hospital system does. Then counts what is in the database. For engineers.

  --seconds S          for how long orders are sent, 10 to 1200 (600)
  --rate N             messages a minute, 60 to 6000 (1000)
  --kills K            how often the server is killed (kill -9), 0 to 10 (2)
  --write              puts the figures into docs/benchmarks.md`,
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
  check: ({ seconds, rate, kills }) => {
    if (!isBetween(seconds, 10, 1_200)) return '--seconds must be a number from 10 to 1200.'
    if (!isBetween(rate, 60, 6_000)) return '--rate must be a number from 60 to 6000.'
    if (!isBetween(kills, 0, 10)) return '--kills must be a number from 0 to 10.'
    return undefined
  },
})

function isBetween(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
}

// Loads everything else only if something is measured.
const { measureOrders } = await import('./measure-orders.ts')
process.exit(
  await measureOrders({
    seconds: Number(values.seconds),
    rate: Number(values.rate),
    kills: Number(values.kills),
    isWritten: values.write,
  }),
)
