// npm run bench: measures what issue A asks for and writes its section of docs/benchmarks.md. Not part of the tests: it makes
// 500,000 studies (kept under .cache) and wants a quiet machine.
import { openBenchServer } from './bench-server.ts'
import { browserFigures } from './browser-figures.ts'
import { type Figure, tableOf } from './figures.ts'
import { listFigures } from './list-figures.ts'
import { paperFigures } from './paper-figures.ts'
import { serverFigures } from './server-figures.ts'
import { machineLine, writeSection } from './write-section.ts'

async function measure(): Promise<Figure[]> {
  const printed = await paperFigures()
  const small = await openBenchServer('bench-device', 20_000, 85)
  const felt = [...(await browserFigures(small)), ...(await listFigures(small))]
  await small.close()
  const large = await openBenchServer('bench-server', 500_000)
  const served = await serverFigures(large)
  await large.close()
  return [...felt, ...printed, ...served]
}

const figures = await measure()
writeSection(
  'Lists, the editor and the server',
  `Written by \`npm run bench\` (${machineLine()}). Medians of five runs or p95 of a hundred, after a warm-up; where there is a control it
was measured in turn with the figure.

${tableOf(figures)}`,
)
console.log(tableOf(figures))
process.exit(figures.every((one) => one.ok) ? 0 : 1)
