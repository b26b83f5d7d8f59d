import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Looked {
  /** Only these parts of the page; each must be there. */
  within?: readonly string[]
  /** What is a document of its own. */
  without?: string
}

/**
 * Expects that axe finds nothing serious. Waits until what fades in has its colours: in the middle of a transition every
 * text is pale.
 */
export async function expectAccessible(page: Page, { within = [], without }: Looked = {}): Promise<void> {
  await page.bringToFront()
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // What was just opened begins to fade in a frame later.
    await frame()
    await frame()
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    const fading = document.getAnimations().filter(isEnding)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
  // A list of all that is right, and a page of its own, take most of the time. Only frames need that page.
  const hasFrames = page.frames().length > 1
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ['violations'] })
  for (const part of within) axe.include(part)
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  // Behind that page nothing of this one would be drawn any more.
  if (hasFrames) await page.bringToFront()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = serious.map(
    ({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}
