import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LoadAhead } from '#src/app/LoadAhead.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the code of the next screen', () => {
  it('is loaded once, after the open screen had its time', async () => {
    vi.useFakeTimers()
    const load = vi.fn(async () => undefined)
    render(<LoadAhead load={load} />)
    await vi.advanceTimersByTimeAsync(900)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is not loaded for a screen that was left at once', async () => {
    vi.useFakeTimers()
    const load = vi.fn(async () => undefined)
    render(<LoadAhead load={load} />).unmount()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(load).not.toHaveBeenCalled()
  })

  it('may fail: the screen itself reports it when opened', async () => {
    vi.useFakeTimers()
    render(<LoadAhead load={() => Promise.reject(new Error('no such file'))} />)
    await expect(vi.advanceTimersByTimeAsync(5_000)).resolves.toBeDefined()
  })
})
