// npm run bench:load: many devices with real event streams on one server, and five commits a second. Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:load [-- --devices 500 --seconds 60 --write]

Starts a server of its own on empty data, opens devices that listen and pull as real ones do, and registers five patients
a second in their branches. Prints how long answers take beside it, and after how long a change is on a second device.

  --devices N          how many devices listen, 10 to 2000 (500)
  --seconds S          for how long is committed, 2 to 600 (60)
  --write              puts the figures into docs/benchmarks.md`,
  options: {
    devices: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
  check: ({ devices, seconds }) => {
    if (!isBetween(devices, 10, 2_000)) return '--devices must be a number from 10 to 2000.'
    if (!isBetween(seconds, 2, 600)) return '--seconds must be a number from 2 to 600.'
    return undefined
  },
})

function isBetween(text: string, min: number, max: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) >= min && Number(text) <= max
}

// Loads everything else only if something is measured.
const { measureLoad } = await import('./measure-load.ts')
process.exit(
  await measureLoad({
    devices: Number(values.devices),
    seconds: Number(values.seconds),
    isWritten: values.write,
  }),
)
