import { addVirtualPasskey } from '#tests/e2e/helpers/browser/virtual-passkey.ts'
import { type Figure, ms, timingOf } from '../../figures.ts'
import type { OurDevice } from './our-device.ts'

const times = (ratio: number) => `${ratio.toFixed(2)} times`
const spread = (samples: readonly number[]) => {
  const { median, p95 } = timingOf(samples)
  return `median ${ms(median)}, p95 ${ms(p95)}`
}

/** The number of saves before the measured ones: a freshly opened page runs unoptimised code. */
export const ACKNOWLEDGEMENTS_BEFORE = 100

/**
 * Measures a save until it is reported as stored on this device, against Dexie that writes the same rows
 * readable and equally strict.
 */
export async function acknowledgementFigure({ page, server }: OurDevice, runs: number): Promise<Figure> {
  const warmUp = server.freshStudies(ACKNOWLEDGEMENTS_BEFORE)
  await page.evaluate((ids) => figures.timeAcknowledgement(ids), warmUp)
  const measured = await page.evaluate((ids) => figures.timeAcknowledgement(ids), server.freshStudies(runs))
  const ratio = timingOf(measured.ours).median / timingOf(measured.control).median
  return {
    name: 'durable acknowledgement: state and outbox row, encrypted, strict',
    value: `${times(ratio)} (${spread(measured.ours)})`,
    control: `Dexie, strict, unencrypted, the same rows: ${spread(measured.control)}`,
    limit: 'at most 1.6 times',
    ok: ratio <= 1.6,
  }
}

/** Measures the same save, with acknowledged commands moved to the journal, against a device without a journal. */
export async function journalFigure({ page, server }: OurDevice, saves: number): Promise<Figure> {
  await page.evaluate((ids) => figures.timeJournal(ids), server.freshStudies(ACKNOWLEDGEMENTS_BEFORE))
  const measured = await page.evaluate((ids) => figures.timeJournal(ids), server.freshStudies(saves))
  const ratio = timingOf(measured.saves.ours).median / timingOf(measured.saves.control).median
  const [kept, dropped] = [measured.leaving.ours, measured.leaving.control].map((all) => timingOf(all).median)
  return {
    name: 'durable acknowledgement with the journal',
    value: `${times(ratio)} (${spread(measured.saves.ours)}; leaving the outbox afterwards: ${ms(kept ?? 0)})`,
    control: `journal off: ${spread(measured.saves.control)}; leaving the outbox: ${ms(dropped ?? 0)}`,
    limit: 'at most 1.05 times',
    ok: ratio <= 1.05,
  }
}

/** Measures the move of the leader's role from a closing page to a waiting one. */
export async function handOverFigure({ page }: OurDevice, runs: number): Promise<Figure> {
  const { ours, control } = await page.evaluate((count) => figures.timeHandOver(count), runs)
  const ratio = timingOf(ours).median / timingOf(control).median
  return {
    name: 'leader hand-over when its page goes',
    value: `${times(ratio)} (${spread(ours)})`,
    control: `a bare Web Lock that the same page held: ${spread(control)}`,
    limit: 'at most 3 times',
    ok: ratio <= 3,
  }
}

export async function unlockFigure({ page }: OurDevice, runs: number): Promise<Figure> {
  const { ours, control } = await page.evaluate((count) => figures.timeUnlock(count), runs)
  const over = timingOf(ours).median - timingOf(control).median
  return {
    name: 'unlock by the password',
    value: `PBKDF2 + ${ms(over)} (${spread(ours)})`,
    control: `bare PBKDF2, 600,000: ${spread(control)}`,
    limit: 'PBKDF2 + 250 ms',
    ok: over <= 250,
  }
}

/** Measures the unlock by a passkey whose authenticator needs no touch: the rest is the device's time. */
export async function touchFigure({ page }: OurDevice, runs: number): Promise<Figure> {
  await addVirtualPasskey(page)
  const { ours, control } = await page.evaluate((count) => figures.timeTouch(count), runs)
  const { p95 } = timingOf(ours)
  return {
    name: 'unlock by touch, without the finger',
    value: spread(ours),
    control: `the bare question to the passkey: ${spread(control)}`,
    limit: 'under 300 ms',
    ok: p95 < 300,
  }
}

export async function openingFigures({ page }: OurDevice, rows: number, runs: number): Promise<Figure[]> {
  const measured = await page.evaluate(([count, n]) => figures.timeOpening(count, n), [rows, runs] as const)
  const first = timingOf(measured.first)
  const ratio = timingOf(measured.sealed).median / timingOf(measured.plain).median
  const name = `${rows.toLocaleString('en')} encrypted studies after unlock`
  return [
    {
      name: `${name}: first page`,
      value: spread(measured.first),
      control: '',
      limit: 'within 600 ms',
      ok: first.median <= 600,
    },
    {
      name: `${name}: all in memory`,
      value: `${times(ratio)} (${spread(measured.sealed)})`,
      control: `the same rows readable: ${spread(measured.plain)}`,
      limit: 'at most 2.5 times',
      ok: ratio <= 2.5,
    },
  ]
}
