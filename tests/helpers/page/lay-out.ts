import { vi } from 'vitest'

/** Gives every element a size, and calls observers once, because happy-dom has no layout. */
export function layOut(width: number, height = 800): void {
  for (const name of ['offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(width)
  for (const name of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(height)
  class OneLook {
    readonly #tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell
    }
    observe(target: Element): void {
      const contentRect = { width, height, top: 0, left: 0, right: width, bottom: height, x: 0, y: 0 }
      queueMicrotask(() => this.#tell([{ target, contentRect } as ResizeObserverEntry], this))
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', OneLook)
}
