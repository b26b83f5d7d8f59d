/** A line to the other pages and workers of this browser. */
export type TabLine = Pick<BroadcastChannel, 'postMessage' | 'close'> & EventTarget

/** A line that nobody hears, for browsers without BroadcastChannel: each page goes by what it finds in the databases. */
class SilentLine extends EventTarget {
  postMessage(): void {
    // Nobody is there.
  }
  close(): void {
    // Nothing is held.
  }
}

/** Opens the line of this name. */
export const openTabLine = (name: string): TabLine =>
  typeof BroadcastChannel === 'undefined' ? new SilentLine() : new BroadcastChannel(name)
