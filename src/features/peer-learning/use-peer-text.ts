import { useEffect, useRef, useState } from 'react'
import { keepPeerText, type PeerText, type PeerTextTarget } from '#src/sync/reports/peer-text.ts'
import { findUnloadPeerText, handOverPeerText } from '#src/sync/reports/unload-drafts.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { type FirstRead, useFirstRead } from '#src/ui/unsaved/use-first-read.ts'

export interface KeptText {
  /** The text typed earlier: `found` is empty if there is none. */
  begun: FirstRead<string>
  /** Keeps the typed text on this device; an empty text deletes it. */
  keep: (content: string) => void
  /** Why it could not be kept. */
  problem: string | undefined
}

/** The same after the first read. */
export type OpenText = Omit<KeptText, 'begun'> & { begun: string }

/**
 * Returns the typed text about a study of peer learning: kept on this device at each keystroke and restored
 * later. If the page unloads before the last keystroke is kept, it hands the text over as the report editor
 * does.
 */
export function usePeerText(place: PeerTextTarget): KeptText {
  const { kind, id } = place
  const begun = useFirstRead(() => findUnloadPeerText({ kind, id }), `${kind} ${id}`)
  const [problem, setProblem] = useState<string>()
  const unkept = useRef<PeerText>(undefined)
  useEffect(() => {
    const onPageHide = () => {
      if (unkept.current) handOverPeerText(unkept.current)
    }
    window.addEventListener('pagehide', onPageHide)
    return () => window.removeEventListener('pagehide', onPageHide)
  }, [])
  const keep = async (content: string) => {
    const text = { place, content, updated: Date.now() }
    unkept.current = text
    const why = await keepAndTell(text)
    if (unkept.current === text && why === undefined) unkept.current = undefined
    setProblem(why)
  }
  return { begun, problem, keep: (content) => void keep(content) }
}

let writes = 0

/** Keeps the text and marks it as unsaved until then, so that nothing reloads the page; returns why it failed. */
async function keepAndTell(text: PeerText): Promise<string | undefined> {
  writes += 1
  const key = `peer:${text.place.kind}:${text.place.id}:${writes}`
  setEditorDirty(key, true)
  try {
    await keepPeerText(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    setEditorDirty(key, false)
  }
}
