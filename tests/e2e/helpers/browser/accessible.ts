import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Looked {
  /** Checks only these parts of the page; each must exist. */
  within?: readonly string[]
  /** Excludes a part that is its own document. */
  without?: string
}

/** Expects that axe finds nothing serious. Waits for the end of fade-ins: during a transition every text is pale. */
export async function expectAccessible(page: Page, { within = [], without }: Looked = {}): Promise<void> {
  await page.bringToFront()
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A newly opened element begins to fade in a frame later.
    await frame()
    await frame()
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    const fading = document.getAnimations().filter(isEnding)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
  // A list of all passes, and a separate page, take most of the time. Only frames need that page.
  const hasFrames = page.frames().length > 1
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ['violations'] })
  for (const part of within) axe.include(part)
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  // Behind that page, this one would not be drawn any more.
  if (hasFrames) await page.bringToFront()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = serious.map(
    ({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}
