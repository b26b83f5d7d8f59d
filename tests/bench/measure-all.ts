import { openBenchServer } from './bench-server.ts'
import { browserFigures } from './browser-figures.ts'
import { buildClient } from './build-client.ts'
import { chartFigures } from './chart-figures.ts'
import { type Figure, tableOf } from './figures.ts'
import { listFigures } from './list-figures.ts'
import { masterFigures } from './master-figures.ts'
import { paperFigures } from './paper-figures.ts'
import { salesPaperFigure } from './sales-paper-figure.ts'
import { serverFigures } from './server-figures.ts'
import { machineLine, writeSection } from './write-section.ts'

/** Measures what people notice, on a device with 20,000 studies. */
async function measureDevice(): Promise<Figure[]> {
  const printed = [...(await paperFigures()), ...(await chartFigures()), await salesPaperFigure()]
  const server = await openBenchServer('bench-device', 20_000, 85)
  const felt = [
    ...(await browserFigures(server)),
    ...(await listFigures(server)),
    ...(await masterFigures(server)),
  ]
  await server.close()
  return [...felt, ...printed]
}

async function measureServer(): Promise<Figure[]> {
  const server = await openBenchServer('bench-server', 500_000)
  const served = await serverFigures(server)
  await server.close()
  return served
}

function writeFigures(section: string, command: string, figures: readonly Figure[]): void {
  writeSection(
    section,
    `Written by \`${command}\` (${machineLine()}). Medians of five runs or p95 of a hundred, after a warm-up; where there is a control it
was measured in turn with the figure.

${tableOf(figures)}`,
  )
  console.log(tableOf(figures))
}

/**
 * Measures lists, the editor, paper and the server, and writes their sections; returns the exit code, 1 if a
 * limit is missed.
 */
export async function measureAll(isDeviceOnly: boolean): Promise<number> {
  buildClient()
  const felt = await measureDevice()
  writeFigures('Lists, the editor and paper', 'npm run bench -- --device', felt)
  const served = isDeviceOnly ? [] : await measureServer()
  if (served.length > 0) writeFigures('The server', 'npm run bench', served)
  return [...felt, ...served].every((one) => one.ok) ? 0 : 1
}
