import type { Figure } from '../../figures.ts'
import type { Contender } from '../contenders.ts'
import type { OurServer } from '../our-server.ts'
import { catchUpFigures } from './catch-up-figure.ts'
import {
  ACKNOWLEDGEMENTS_BEFORE,
  acknowledgementFigure,
  handOverFigure,
  journalFigure,
  openingFigures,
  touchFigure,
  unlockFigure,
} from './device-figures.ts'
import { drainFigure, killFigure, partitionFigure, poisonFigure } from './drain-figures.ts'
import { type OurDevice, openOurDevice } from './our-device.ts'

export interface FigureSizes {
  acknowledgements: number
  /** Saves, every second one with the journal. */
  journaled: number
  commands: number
  partitions: number
  handOvers: number
  changes: number
  unlocks: number
  rows: number
  openings: number
}

export const FULL: FigureSizes = {
  acknowledgements: 150,
  journaled: 500,
  commands: 1_000,
  partitions: 5,
  handOvers: 15,
  changes: 2_000,
  unlocks: 7,
  rows: 20_000,
  openings: 3,
}

export const QUICK: FigureSizes = {
  acknowledgements: 30,
  journaled: 100,
  commands: 200,
  partitions: 2,
  handOvers: 4,
  changes: 300,
  unlocks: 3,
  rows: 2_000,
  openings: 2,
}

/** Returns the number of unwritten studies that the figures of this size use up. */
export const studiesFor = ({ acknowledgements, journaled, commands, partitions, changes }: FigureSizes) =>
  acknowledgements + journaled + 2 * ACKNOWLEDGEMENTS_BEFORE + 3 * commands + 50 * partitions + changes

/**
 * Measures the figures, each in a page with its own profile; a failed figure is reported and does not stop
 * the others. `only` names one of them.
 */
export async function ourFigures(
  server: OurServer,
  contender: Contender,
  pages: string,
  sizes: FigureSizes,
  only?: string,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const take = async (name: string, measure: (desk: OurDevice) => Promise<Figure[]>) => {
    if (only !== undefined && only !== name) return
    const desk = await openOurDevice(server, contender, pages)
    try {
      figures.push(...(await measure(desk)))
    } catch (error) {
      const value = `not measured: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
      figures.push({ name, value, control: '', limit: '', ok: false })
    } finally {
      await desk.close()
    }
    console.log(`  ${name}`)
  }
  await take('drain', async (desk) => {
    const { figure, took } = await drainFigure(desk, sizes.commands)
    return [figure, await poisonFigure(desk, sizes.commands, took), await killFigure(desk, sizes.commands)]
  })
  await take('partition', async (desk) => [await partitionFigure(desk, 50, sizes.partitions)])
  await take('changes', (desk) => catchUpFigures(desk, sizes.changes))
  await take('acknowledgement', async (desk) => {
    // Nothing is sent or pulled during this time.
    await desk.goOffline()
    return [await acknowledgementFigure(desk, sizes.acknowledgements)]
  })
  await take('journal', async (desk) => {
    await desk.goOffline()
    return [await journalFigure(desk, sizes.journaled)]
  })
  await take('device', async (desk) => {
    const handOver = await handOverFigure(desk, sizes.handOvers)
    await desk.goOffline()
    return [
      handOver,
      await unlockFigure(desk, sizes.unlocks),
      await touchFigure(desk, sizes.unlocks),
      ...(await openingFigures(desk, sizes.rows, sizes.openings)),
    ]
  })
  return figures
}
