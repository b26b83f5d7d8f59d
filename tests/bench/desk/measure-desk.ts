import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../../e2e/helpers/people.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { buildClient } from '../build-client.ts'
import { type Figure, tableOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { type BenchPerson, makePatients, ON_DEVICE, somePeople, touchLately } from './desk-data.ts'
import { makeWeek, type WeekRecords } from './desk-week.ts'
import { deviceSearchFigure, weekFigure } from './device-figures.ts'
import { formFigures } from './form-figures.ts'
import { queueFigure } from './queue-figure.ts'
import { searchFigures } from './search-figures.ts'
import { untilOnDevice } from './until-on-device.ts'

async function screenFigures({ url }: BenchServer, place: WeekRecords): Promise<Figure[]> {
  const profiles = mkdtempSync(join(tmpdir(), 'readroom-bench-desk-'))
  const desk = await openBrowser(join(profiles, 'desk'))
  const hall = await openBrowser(join(profiles, 'hall'))
  try {
    const page = desk.pages()[0] ?? (await desk.newPage())
    await signIn(page, url, DEMO_SIGN_IN.desk)
    await untilOnDevice(page, 'patients', ON_DEVICE)
    const week = await weekFigure(page, url, place)
    const search = await deviceSearchFigure(desk, page)
    const forms = await formFigures(page, url, place)
    const queue = await queueFigure(page, hall.pages()[0] ?? (await hall.newPage()), url, place)
    return [search, ...forms, week, queue]
  } finally {
    await desk.close()
    await hall.close()
    rmSync(profiles, { recursive: true, force: true })
  }
}

async function measure(): Promise<Figure[]> {
  const made: { place?: WeekRecords; people: BenchPerson[] } = { people: [] }
  const server = await startBenchServer('bench-desk', async (_database, admin) => {
    await makePatients(admin)
    await touchLately(admin)
    made.people = await somePeople(admin)
    made.place = await makeWeek(admin)
  })
  try {
    if (!made.place) throw new Error('nothing was made to be measured')
    const served = await searchFigures(server, made.people)
    console.log(tableOf(served))
    return [...served, ...(await screenFigures(server, made.place))]
  } finally {
    await server.close()
  }
}

/** Measures and prints the figures of the front desk; returns the exit code, 1 where one is missed. */
export async function measureDesk(isWritten: boolean): Promise<number> {
  buildClient()
  const figures = await measure()
  console.log(tableOf(figures))
  if (isWritten)
    writeSection(
      'The front desk, measured',
      `Written by \`npm run bench:desk -- --write\` (${machineLine()}).\n\n${tableOf(figures)}`,
    )
  return figures.every((one) => one.ok) ? 0 : 1
}
