import { channelName, type TabMessage } from '#src/db/tab-messages.ts'
import { getDevice } from '#src/sync/current-device.ts'

const BARE = 'bench-bare'

function addFrame(src: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.src = src
  const loaded = new Promise<HTMLIFrameElement>((resolve) =>
    frame.addEventListener('load', () => resolve(frame)),
  )
  document.body.append(frame)
  return loaded
}

/** Resolves at the next heartbeat of a leader, on the channel that all pages of the user share. */
function nextBeat(channel: BroadcastChannel): Promise<void> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind !== 'beat') return
      channel.removeEventListener('message', hear)
      resolve()
    }
    channel.addEventListener('message', hear)
  })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Adds a second page in a frame, with its running device; it leads while this one's device is paused. */
async function addPage(): Promise<{ frame: HTMLIFrameElement; other: typeof globalThis }> {
  const frame = await addFrame(location.href)
  const other = frame.contentWindow as unknown as typeof globalThis
  while (!other.contender) await pause(10)
  await other.contender.open()
  return { frame, other }
}

/**
 * Measures one hand-over: the page in a frame leads, this one waits; the frame is removed, and this one's
 * first heartbeat is timed.
 */
async function handOverOurs(channel: BroadcastChannel): Promise<number> {
  await getDevice().pause()
  const leads = nextBeat(channel)
  const { frame } = await addPage()
  await leads
  getDevice().resume()
  // It is in the queue of the lock by now.
  await pause(200)
  const began = performance.now()
  const taken = nextBeat(channel)
  frame.remove()
  await taken
  return performance.now() - began
}

/**
 * Measures the control: the same page in a frame holds another lock and leads nothing; removing the page
 * costs both the same.
 */
async function handOverBare(): Promise<number> {
  const { frame, other } = await addPage()
  await other.figures.rest()
  await new Promise<void>((resolve) => {
    void other.navigator.locks.request(BARE, () => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  const taken = new Promise<number>((resolve) => {
    void navigator.locks.request(BARE, async () => resolve(performance.now()))
  })
  await pause(200)
  const began = performance.now()
  frame.remove()
  return (await taken) - began
}

/** Measures the change of the leader's page against that of a bare Web Lock, in turn; milliseconds each. */
export async function timeHandOver(runs: number): Promise<{ ours: number[]; control: number[] }> {
  const channel = new BroadcastChannel(channelName(getDevice().databases.userId))
  const times = { ours: [] as number[], control: [] as number[] }
  for (let run = 0; run < runs; run++) {
    times.ours.push(await handOverOurs(channel))
    times.control.push(await handOverBare())
  }
  channel.close()
  return times
}
