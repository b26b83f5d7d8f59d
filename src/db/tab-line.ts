/** A channel to the other pages and workers of this browser. */
export type TabLine = Pick<BroadcastChannel, 'postMessage' | 'close'> & EventTarget

/** A silent channel for browsers without BroadcastChannel: each page relies on the databases alone. */
class SilentLine extends EventTarget {
  postMessage(): void {
    // No other page receives it.
  }
  close(): void {
    // Nothing to release.
  }
}

/** Opens the channel with this name. */
export const openTabLine = (name: string): TabLine =>
  typeof BroadcastChannel === 'undefined' ? new SilentLine() : new BroadcastChannel(name)
